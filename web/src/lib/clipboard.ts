// Copying text: by the browser's own interface, or by the old way where that is missing (plain http) or denied.

const copyByCommand = (text: string): boolean => {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // why inside a dialog: behind a modal one nothing can be selected.
  (document.querySelector('dialog:modal') ?? document.body).append(field);
  const before = document.activeElement;
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
};

/** Copies a text: did it work? */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}
