// Colours of number tiles: four corners, blended over the board, so that an ordered board is one smooth surface.

type Lab = readonly [light: number, a: number, b: number];

const corners: readonly [Lab, Lab, Lab, Lab] = [
  [0.8, 0.085, 0.085], // apricot
  [0.785, 0.125, -0.02], // rose
  [0.855, -0.09, 0.065], // mint
  [0.77, -0.015, -0.115], // periwinkle
];

const mix = (from: Lab, to: Lab, share: number): Lab => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** The colour of the tile whose place is this cell. */
export function tileColour(cell: number, rows: number, cols: number): string {
  const across = cols > 1 ? (cell % cols) / (cols - 1) : 0.5;
  const down = rows > 1 ? Math.floor(cell / cols) / (rows - 1) : 0.5;
  const [light, a, b] = mix(mix(corners[0], corners[1], across), mix(corners[2], corners[3], across), down);
  return `oklab(${light.toFixed(3)} ${a.toFixed(3)} ${b.toFixed(3)})`;
}
