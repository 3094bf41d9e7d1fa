const toTop = (): void =>
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });

/** Scrolls up when an element appears out of sight: it was asked for from far below. */
export const reveal = (element: HTMLElement): void => {
  const { top } = element.getBoundingClientRect();
  // why the top of the page: the board should be in sight too.
  if (top < 0 || top >= innerHeight * 0.8) toTop();
};

/** Scrolls up where less than half of the board is in sight: something is shown on it. (Steppers do not: they are pressed
 *  several times.) */
export const revealBoard = (): void => {
  const box = document.querySelector('.fit')?.getBoundingClientRect();
  if (box !== undefined && box.bottom < box.height / 2) toTop();
};
