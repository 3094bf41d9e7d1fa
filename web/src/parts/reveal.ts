/** Scrolls up when an element appears out of sight: it was asked for from far below. */
export const reveal = (element: HTMLElement): void => {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * 0.8) return;
  // why the top of the page: the board should be in sight too.
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
};
