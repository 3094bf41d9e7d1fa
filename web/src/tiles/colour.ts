// Colours of number tiles: one sweep from sunset to sea over the board, so that an ordered board is one smooth surface.

const FROM = 62;
const SWEEP = -222;
/** How much of a row's step the columns take: neighbours differ, rows differ more. */
const ALONG = 0.8;

/** The colour of the tile whose place is this cell. */
export function tileColour(cell: number, rows: number, cols: number): string {
  const across = cols > 1 ? (cell % cols) / (cols - 1) : 0.5;
  const along = (Math.floor(cell / cols) + across * ALONG) / (rows - 1 + ALONG);
  const light = 0.825 - 0.045 * Math.sin(along * Math.PI);
  return `oklch(${light.toFixed(3)} 0.1 ${(FROM + SWEEP * along).toFixed(1)})`;
}
