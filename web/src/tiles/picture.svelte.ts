// The picture on the tiles: a built-in one, or the player's own.
import { paintPicture } from './pictures';
import { readBlob, removeBlob, writeBlob } from 'taquin/storage';

const MINE = 'picture/mine';
const LONGEST = 1200;

export class Picture {
  /** The address of what is shown now. */
  url: string | null = $state(null);
  /** The player's own picture. */
  mine: { url: string; aspect: number } | null = $state.raw(null);
  #shown = '';

  /** Shows a picture in this shape (the player's own keeps its shape). */
  async show(name: string, aspect: number): Promise<void> {
    const wanted = name === 'mine' ? 'mine' : `${name}/${aspect.toFixed(4)}`;
    if (wanted === this.#shown && name !== 'mine') return;
    this.#shown = wanted;
    if (name === 'mine') {
      this.url = this.mine?.url ?? null;
      return;
    }
    const url = await paintPicture(name, aspect, LONGEST);
    if (this.#shown !== wanted) return URL.revokeObjectURL(url);
    if (this.url !== null && this.url !== this.mine?.url) URL.revokeObjectURL(this.url);
    this.url = url;
  }

  /** Brings back the kept picture, if there is one; throws where it is damaged. */
  async restore(): Promise<void> {
    // Where storage is blocked nothing was kept, and nothing is lost.
    const kept = await readBlob(MINE).catch(() => undefined);
    if (kept === undefined) return;
    try {
      if (!(kept instanceof Blob)) throw new Error('no picture');
      await this.#take(kept);
    } catch (error) {
      await removeBlob(MINE);
      throw error;
    }
  }

  /** The player's own picture from now on; throws where it could not be kept. */
  async adopt(picture: Blob): Promise<void> {
    await this.#take(picture);
    await writeBlob(MINE, picture);
  }

  async #take(picture: Blob): Promise<void> {
    const { width, height } = await createImageBitmap(picture);
    if (this.mine !== null) URL.revokeObjectURL(this.mine.url);
    this.mine = { url: URL.createObjectURL(picture), aspect: width / height };
  }
}
