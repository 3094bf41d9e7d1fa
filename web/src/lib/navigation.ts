// The history of the browser, which is written here alone: Back and Forward go through views, editors and dialogs.
//
// A dialog is a step of the history while it is open. To step back when it closes would take the browser its own time, and
// undo whatever is written meanwhile. So the step of a closed dialog stays where it is: the next step takes its place, and
// Back passes over it.

interface Step {
  /** How many steps of the app are before it. */
  index: number;
  /** It was made by a dialog, and shows the same page as the step before it. */
  dialog: boolean;
}

/** What closes the dialogs that are open, by their steps. */
const dialogs = new Map<number, () => void>();
/** What is to be written when the browser has stepped back; `null` where it does not. */
let waiting: (() => void)[] | null = null;
let last: Step = { index: -1, dialog: false };
last = present();

/** The step at which the browser is. One that is not of the app's making, as that of a link, is made so. */
function present(): Step {
  const step = history.state as Partial<Step> | null;
  if (typeof step?.index === 'number') return { index: step.index, dialog: step.dialog === true };
  const made = { index: last.index + 1, dialog: false };
  history.replaceState(made, '');
  return made;
}

/** Is this the step of a dialog that is closed? */
const isSpent = ({ index, dialog }: Step): boolean => dialog && !dialogs.has(index);

/** Writes a new step; that of a closed dialog gives its place to it. */
function push(dialog: boolean, address: string | undefined): void {
  const at = present();
  last = { index: at.index + (isSpent(at) ? 0 : 1), dialog };
  if (isSpent(at)) history.replaceState(last, '', address);
  else history.pushState(last, '', address);
}

const whenAtRest = (write: () => void): void => {
  if (waiting === null) write();
  else waiting.push(write);
};

addEventListener('popstate', () => {
  const from = last;
  const wasSpent = isSpent(from);
  last = present();
  for (const [index, close] of [...dialogs]) {
    if (last.dialog && index <= last.index) continue;
    dialogs.delete(index);
    close();
  }
  const writes = waiting ?? [];
  waiting = null;
  if (wasSpent && last.index === from.index - 1) {
    // why: before the first step of the app another site is left to, or nothing happens.
    if (last.index > 0) waiting = writes;
    history.back();
  }
  if (waiting === null) for (const write of writes) write();
});

/** Makes a dialog a step of the history: Back closes it. What is returned is to be called when it is gone. */
export function openDialogStep(close: () => void): () => void {
  let isOpen = true;
  whenAtRest(() => {
    if (!isOpen) return;
    push(true, undefined);
    dialogs.set(last.index, close);
  });
  return () => {
    isOpen = false;
    for (const [index, other] of dialogs) if (other === close) dialogs.delete(index);
  };
}

/** Writes an address: a new step of the history, or in the place of the present one. */
export function writeAddress(hash: string, how: 'push' | 'replace'): void {
  whenAtRest(() => {
    if (location.hash === hash) return;
    const address = location.pathname + location.search + hash;
    if (how === 'push') push(false, address);
    else history.replaceState((last = { index: present().index, dialog: false }), '', address);
  });
}
