// The puzzle of the day: the same for everybody who has the same date.

/** The date where the player is, as it is written: `2026-03-07`. */
export function dateOf(now: Date): string {
  const part = (value: number, digits: number): string => String(value).padStart(digits, '0');
  return `${part(now.getFullYear(), 4)}-${part(now.getMonth() + 1, 2)}-${part(now.getDate(), 2)}`;
}

/** The date now. */
export const today = (): string => dateOf(new Date());

/** The number that everything of a day is made from. */
export const seedOf = (date: string): bigint => BigInt(date.replaceAll('-', ''));
