// Files that leave the app.

/** Saves a file as the browser does it. */
export function saveFile(name: string, content: Blob): void {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  // why later: some browsers read it only when the click is over.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

/** Saves what was drawn. */
export const savePicture = (name: string, sheet: HTMLCanvasElement): void =>
  sheet.toBlob((blob) => blob !== null && saveFile(name, blob), 'image/png');
