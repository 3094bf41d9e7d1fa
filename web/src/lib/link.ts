// Links that hold a whole puzzle, in the part of the address that no server sees.

/** The address of the app with this after the `#`. */
export function linkWith(hash: string): string {
  const address = new URL(location.href);
  address.hash = hash;
  return address.href;
}
