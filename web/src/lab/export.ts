// What leaves the laboratory: tables as CSV, charts as one PNG.
import { saveFile, savePicture } from '../lib/save';

/** Dots of a picture for each of the page's. */
export const PRINTED = 3;

/** Rows of equal fields, the names of the fields first. */
export function saveCsv(name: string, rows: readonly Record<string, string | number | boolean | undefined>[]): void {
  const fields = Object.keys(rows[0] ?? {});
  const cell = (value: string | number | boolean | undefined): string => {
    const text = String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [fields.join(','), ...rows.map((row) => fields.map((field) => cell(row[field])).join(','))];
  saveFile(name, new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' }));
}

export interface Picture {
  title: string;
  canvas: HTMLCanvasElement;
}

/** Pictures below each other, each with its title, and what the colours mean. */
export function savePng(
  name: string,
  pictures: readonly Picture[],
  legend: readonly { name: string; colour: string }[],
): void {
  const ratio = PRINTED;
  const [margin, head] = [20 * ratio, 34 * ratio];
  const width = Math.max(...pictures.map(({ canvas }) => canvas.width)) + 2 * margin;
  const sheet = document.createElement('canvas');
  sheet.width = width;
  sheet.height = pictures.reduce((sum, { canvas }) => sum + canvas.height + head + margin, 2 * margin + head);
  const pen = sheet.getContext('2d');
  if (pen === null) return;
  const style = getComputedStyle(document.documentElement);
  const colour = (variable: string): string => style.getPropertyValue(variable).trim();
  pen.fillStyle = colour('--card');
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.textBaseline = 'middle';
  let [x, y] = [margin, margin + head / 2];
  pen.font = `500 ${13 * ratio}px 'Instrument Sans', sans-serif`;
  for (const entry of legend) {
    pen.fillStyle = entry.colour;
    pen.fillRect(x, y - 5 * ratio, 10 * ratio, 10 * ratio);
    pen.fillStyle = colour('--ink');
    pen.fillText(entry.name, x + 15 * ratio, y);
    x += 15 * ratio + pen.measureText(entry.name).width + 18 * ratio;
  }
  y = margin + head;
  for (const { title, canvas } of pictures) {
    pen.fillStyle = colour('--ink');
    pen.font = `600 ${15 * ratio}px 'Instrument Sans', sans-serif`;
    pen.fillText(title, margin, y + head / 2);
    pen.drawImage(canvas, margin, y + head);
    y += canvas.height + head + margin;
  }
  savePicture(name, sheet);
}
