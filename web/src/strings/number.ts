// How numbers are written.

export const number = (value: number): string => value.toLocaleString('en-GB');

export const plural = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** A time that is only roughly known. */
export const duration = (seconds: number): string => {
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds)), 'second', 'seconds');
  if (seconds < 90 * 60) return plural(Math.round(seconds / 60), 'minute', 'minutes');
  return plural(Math.round(seconds / 3600), 'hour', 'hours');
};

/** Things one after the other, as in a sentence: `1, 2 and 3`. */
export const listed = (things: readonly (number | string)[]): string =>
  things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
