/** Focuses an element when nothing else has the keyboard: the button that was pressed is disabled or gone. */
export const focusIfLost = (target: () => HTMLElement | undefined): void => {
  // why later: a browser takes the focus from a disabled button only when it draws.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || activeElement.matches(':disabled')) {
        target()?.focus({ preventScroll: true });
      }
    }),
  );
};
