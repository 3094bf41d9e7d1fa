// The built-in pictures, paintPicture by a worker when they are asked for.

/** Their names. */
export const pictures = ['dunes', 'waves', 'bloom', 'orbits', 'glass', 'island'] as const;

/** What the painter is asked for. */
export interface Painting {
  id: number;
  name: string;
  width: number;
  height: number;
}

export interface FromPainter {
  id: number;
  picture: Blob;
}

let painter: Worker | null = null;
let last = 0;
const waiting = new Map<number, (address: string) => void>();

function startPainter(): Worker {
  const worker = new Worker(new URL('./art.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromPainter>) => {
    waiting.get(data.id)?.(URL.createObjectURL(data.picture));
    waiting.delete(data.id);
  };
  return worker;
}

/** The address of a picture, to be released with `URL.revokeObjectURL`; `longest` is its longer side in pixels. */
export const paintPicture = (name: string, aspect: number, longest: number): Promise<string> =>
  new Promise((resolve) => {
    const [width, height] = aspect >= 1 ? [longest, longest / aspect] : [longest * aspect, longest];
    const order: Painting = {
      id: ++last,
      name,
      width: Math.max(1, Math.round(width)),
      height: Math.max(1, Math.round(height)),
    };
    waiting.set(order.id, resolve);
    painter ??= startPainter();
    painter.postMessage(order);
  });

const thumbnails = new Map<string, Promise<string>>();

/** A small picture, painted once and kept. */
export function thumbnail(name: string): Promise<string> {
  const known = thumbnails.get(name) ?? paintPicture(name, 1, 128);
  thumbnails.set(name, known);
  return known;
}
