// Links that hold a whole block puzzle, in the part of the address that no server sees.

export function linkTo(puzzle: string): string {
  const address = new URL(location.href);
  address.hash = `blocks=${encodeURIComponent(puzzle)}`;
  return address.href;
}
