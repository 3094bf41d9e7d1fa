// A colour for each algorithm, the same everywhere, legible on light and dark paper.

const COLOURS: Record<string, string> = {
  bfs: 'oklch(0.58 0.03 60)',
  astar: 'oklch(0.58 0.17 255)',
  'weighted-astar': 'oklch(0.64 0.19 35)',
  'dynamic-astar': 'oklch(0.68 0.15 70)',
  'alpha-star': 'oklch(0.6 0.2 330)',
  'greedy-best-first': 'oklch(0.62 0.16 145)',
  'ida-star': 'oklch(0.6 0.11 195)',
  greedy: 'oklch(0.62 0.13 115)',
  'divide-and-conquer': 'oklch(0.56 0.18 290)',
  strategic: 'oklch(0.6 0.1 90)',
  anytime: 'oklch(0.62 0.2 5)',
};

export const colourOf = (algorithm: string): string => COLOURS[algorithm] ?? 'oklch(0.6 0.05 250)';
