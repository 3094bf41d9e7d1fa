// How numbers are written.

export const number = (value: number): string => value.toLocaleString('en-GB');

export const plural = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`;
