import { expect, test } from 'vitest';
import { isTextFile, textOf } from '../src/lib/files';

test.each([
  ['board.txt', '', true],
  ['BOARD.TXT', 'text/plain', true],
  ['anything', 'text/plain', true],
  ['klotski.puzzle', '', true],
  ['photo.jpg', 'image/jpeg', false],
  ['photo.heic', '', false],
])('%s of type "%s" is a text: %s', (name, type, isText) => {
  expect(isTextFile({ name, type })).toBe(isText);
});

test('a text is read, what is none or too large is refused in words', async () => {
  const read = (parts: BlobPart[]): Promise<string> => textOf(new File(parts, 'board.txt'), 'too large', 'no text');
  await expect(read(['1 2\n3 0'])).resolves.toBe('1 2\n3 0');
  await expect(read([new Uint8Array([0xff, 0xfe, 0x00])])).rejects.toThrow('no text');
  await expect(read(['0'.repeat(2 ** 20 + 1)])).rejects.toThrow('too large');
});
