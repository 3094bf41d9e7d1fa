/** Brings what has just appeared into sight, if it is not: somebody asked for it from far below. */
export const seen = (element: HTMLElement): void => {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * 0.8) return;
  // why the top of the page: the board is to be seen together with what is told about it.
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
};
