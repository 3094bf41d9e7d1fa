// Pictures made by code: each is drawn for any size, the same every time. Painting takes its time, so a worker does it.
import type { FromPainter, Painting } from './pictures';

type Pen = OffscreenCanvasRenderingContext2D;
type Painter = (pen: Pen, width: number, height: number, random: () => number) => void;

/** Uniform numbers in 0…1 from a seed (mulberry32): pictures must not change between visits. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const sky = (pen: Pen, height: number, stops: readonly string[]): CanvasGradient => {
  const gradient = pen.createLinearGradient(0, 0, 0, height);
  stops.forEach((colour, index) => gradient.addColorStop(index / (stops.length - 1), colour));
  return gradient;
};

const dot = (pen: Pen, x: number, y: number, radius: number): void => {
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fill();
};

/** Evening hills under a low sun. */
const dunes: Painter = (pen, width, height, random) => {
  pen.fillStyle = sky(pen, height, ['#2d2a5a', '#7a3f77', '#e0685f', '#ffb37a', '#ffe3b0']);
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = 'rgba(255,255,255,.75)';
  for (let star = 0; star < 60; star++)
    dot(pen, random() * width, random() * height * 0.3, random() * height * 0.0022 + height * 0.0006);
  const [sunX, sunY, sunSize] = [width * 0.64, height * 0.47, height * 0.145];
  const glow = pen.createRadialGradient(sunX, sunY, sunSize * 0.6, sunX, sunY, sunSize * 3.4);
  glow.addColorStop(0, 'rgba(255,238,190,.75)');
  glow.addColorStop(1, 'rgba(255,238,190,0)');
  pen.fillStyle = glow;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#fff4d2';
  dot(pen, sunX, sunY, sunSize);
  const layers = ['#d96f5e', '#b44d61', '#863f66', '#5a3360', '#38264e', '#211a38'];
  layers.forEach((colour, layer) => {
    const base = height * (0.56 + layer * 0.085);
    const [waves, phase] = [1.1 + random() * 1.6, random() * 7];
    const ridge = (x: number): number =>
      base -
      height * 0.055 * Math.sin((x / width) * waves * Math.PI * 2 + phase) -
      height * 0.02 * Math.sin((x / width) * waves * 5.1 + phase * 2.3);
    pen.beginPath();
    pen.moveTo(0, height);
    for (let x = 0; x <= width; x += width / 160) pen.lineTo(x, ridge(x));
    pen.lineTo(width, ridge(width));
    pen.lineTo(width, height);
    const shade = pen.createLinearGradient(0, base - height * 0.08, 0, height);
    shade.addColorStop(0, colour);
    shade.addColorStop(1, layers[Math.min(layer + 1, layers.length - 1)] ?? colour);
    pen.fillStyle = shade;
    pen.fill();
  });
};

/** A great wave pattern of overlapping rings. */
const waves: Painter = (pen, width, height) => {
  pen.fillStyle = sky(pen, height, ['#f7ead7', '#e9d3b4']);
  pen.fillRect(0, 0, width, height);
  const radius = Math.sqrt(width * height) / 7;
  const rings = ['#12355b', '#f6efe3', '#1f5f8b', '#f6efe3', '#3a8fb7', '#f6efe3', '#7cc3d4'];
  for (let row = -1; row * radius * 0.5 < height + radius; row++) {
    for (let col = -1; col * radius * 2 < width + radius * 2; col++) {
      const [x, y] = [col * radius * 2 + (row % 2 === 0 ? 0 : radius), row * radius * 0.5 + radius];
      const warm = (x + y * 1.3) % (radius * 11) < radius * 1.15;
      rings.forEach((colour, ring) => {
        pen.fillStyle =
          warm && ring % 2 === 0 ? (['#b8402f', '', '#d96b4a', '', '#eb9a6b', '', '#f6c995'][ring] ?? colour) : colour;
        dot(pen, x, y, radius * (1 - ring * 0.142));
      });
    }
  }
};

/** A flower of many petals. */
const bloom: Painter = (pen, width, height, random) => {
  const shade = pen.createRadialGradient(
    width / 2,
    height / 2,
    0,
    width / 2,
    height / 2,
    Math.hypot(width, height) / 2,
  );
  shade.addColorStop(0, '#1f5c57');
  shade.addColorStop(0.6, '#123f43');
  shade.addColorStop(1, '#0a2529');
  pen.fillStyle = shade;
  pen.fillRect(0, 0, width, height);
  for (let leaf = 0; leaf < 170; leaf++) {
    const [angle, far] = [random() * Math.PI * 2, 0.3 + random() * 0.55];
    pen.save();
    pen.translate(width / 2 + Math.cos(angle) * far * width * 0.75, height / 2 + Math.sin(angle) * far * height * 0.75);
    pen.rotate(angle + (random() - 0.5));
    pen.fillStyle = `oklch(${0.38 + random() * 0.25} 0.09 ${150 + random() * 40} / .7)`;
    petal(pen, Math.min(width, height) * (0.08 + random() * 0.07), 0.28);
    pen.restore();
  }
  pen.translate(width / 2, height / 2);
  pen.scale(width / Math.min(width, height), height / Math.min(width, height));
  const size = Math.min(width, height) * 0.5;
  for (let ring = 0; ring < 9; ring++) {
    const count = 21 - ring;
    for (let index = 0; index < count; index++) {
      pen.save();
      pen.rotate(((index + (ring % 2) / 2) / count) * Math.PI * 2 + ring * 0.11);
      const length = size * (0.93 - ring * 0.095);
      const colour = pen.createLinearGradient(0, 0, length, 0);
      colour.addColorStop(0, `oklch(${0.5 + ring * 0.035} 0.19 ${350 + ring * 9})`);
      colour.addColorStop(1, `oklch(${0.72 + ring * 0.022} ${0.17 - ring * 0.004} ${8 + ring * 9})`);
      pen.fillStyle = colour;
      pen.shadowColor = 'rgba(60,0,30,.35)';
      pen.shadowBlur = size * 0.03;
      petal(pen, length, 0.2);
      pen.restore();
    }
  }
  pen.shadowBlur = 0;
  for (let seed = 0; seed < 90; seed++) {
    const [angle, far] = [seed * 2.399963, Math.sqrt(seed / 90) * size * 0.13];
    pen.fillStyle = `oklch(${0.86 - seed * 0.002} 0.16 ${95 - seed * 0.3})`;
    dot(pen, Math.cos(angle) * far, Math.sin(angle) * far, size * 0.011);
  }
};

const petal = (pen: Pen, length: number, width: number): void => {
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.bezierCurveTo(length * 0.3, -length * width * 1.4, length * 0.85, -length * width, length, 0);
  pen.bezierCurveTo(length * 0.85, length * width, length * 0.3, length * width * 1.4, 0, 0);
  pen.fill();
};

/** Planets on their rings. */
const orbits: Painter = (pen, width, height, random) => {
  pen.fillStyle = sky(pen, height, ['#0b1026', '#141b45', '#2a1f55', '#43235c']);
  pen.fillRect(0, 0, width, height);
  for (let cloud = 0; cloud < 14; cloud++) {
    const [x, y, size] = [random() * width, random() * height, (0.15 + random() * 0.3) * width];
    const haze = pen.createRadialGradient(x, y, 0, x, y, size);
    haze.addColorStop(0, `oklch(0.55 0.17 ${250 + random() * 110} / .22)`);
    haze.addColorStop(1, 'transparent');
    pen.fillStyle = haze;
    pen.fillRect(0, 0, width, height);
  }
  for (let star = 0; star < 320; star++) {
    pen.fillStyle = `rgba(255,255,255,${0.25 + random() * 0.75})`;
    dot(pen, random() * width, random() * height, (random() ** 3 * 0.0028 + 0.0006) * height);
  }
  const [x, y, unit] = [width * 0.4, height * 0.56, Math.min(width, height)];
  const planet = (px: number, py: number, size: number, bright: string, dark: string): void => {
    const body = pen.createRadialGradient(px - size * 0.4, py - size * 0.45, size * 0.1, px, py, size * 1.15);
    body.addColorStop(0, bright);
    body.addColorStop(1, dark);
    pen.fillStyle = body;
    dot(pen, px, py, size);
  };
  const ring = (from: number, to: number): void => {
    for (let step = 0; step < 16; step++) {
      pen.strokeStyle = `oklch(${0.78 + (step % 4) * 0.04} 0.09 ${70 + step * 3} / ${0.35 + (0.4 * ((step * 7) % 5)) / 5})`;
      pen.lineWidth = unit * 0.007;
      pen.beginPath();
      pen.ellipse(x, y, unit * (0.36 + step * 0.009), unit * (0.1 + step * 0.0026), -0.35, from, to);
      pen.stroke();
    }
  };
  ring(Math.PI, Math.PI * 2);
  planet(x, y, unit * 0.26, '#ffd9a0', '#b2453f');
  pen.save();
  pen.beginPath();
  pen.arc(x, y, unit * 0.26, 0, Math.PI * 2);
  pen.clip();
  for (let band = 0; band < 9; band++) {
    pen.fillStyle = `rgba(${band % 2 === 0 ? '120,40,40' : '255,220,170'},.13)`;
    pen.beginPath();
    pen.ellipse(x, y - unit * 0.24 + band * unit * 0.06, unit * 0.34, unit * 0.022, -0.35, 0, Math.PI * 2);
    pen.fill();
  }
  pen.restore();
  ring(0, Math.PI);
  planet(width * 0.8, height * 0.22, unit * 0.095, '#c8f2ff', '#29629c');
  planet(width * 0.17, height * 0.17, unit * 0.045, '#f7d7ff', '#7b4aa8');
  planet(width * 0.85, height * 0.8, unit * 0.06, '#d9ffd6', '#2f8a6b');
};

/** Light through coloured glass. */
const glass: Painter = (pen, width, height, random) => {
  const [cols, rows] = [Math.max(3, Math.round((width / height) * 9)), 9];
  const point = (col: number, row: number): [number, number] => {
    const wobble = generator(col * 131 + row * 977 + 5);
    const inside = col > 0 && row > 0 && col < cols && row < rows;
    return [
      ((col + (inside ? (wobble() - 0.5) * 0.85 : 0)) / cols) * width,
      ((row + (inside ? (wobble() - 0.5) * 0.85 : 0)) / rows) * height,
    ];
  };
  const facet = (corners: readonly [number, number][]): void => {
    const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / 3);
    const [u, v] = [(x ?? 0) / width, (y ?? 0) / height];
    const light = 0.52 + 0.3 * Math.exp(-(((u - 0.68) ** 2 + (v - 0.3) ** 2) / 0.11)) + (random() - 0.5) * 0.13;
    pen.fillStyle = `oklch(${light} ${0.12 + 0.05 * random()} ${20 + 235 * (0.62 * u + 0.38 * v) + (random() - 0.5) * 22})`;
    pen.strokeStyle = 'rgba(20,16,30,.55)';
    pen.lineWidth = Math.min(width, height) * 0.0045;
    pen.lineJoin = 'round';
    pen.beginPath();
    corners.forEach(([cx, cy]) => pen.lineTo(cx, cy));
    pen.closePath();
    pen.fill();
    pen.stroke();
  };
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const [a, b, c, d] = [point(col, row), point(col + 1, row), point(col, row + 1), point(col + 1, row + 1)];
      if ((col + row) % 2 === 0)
        [
          [a, b, c],
          [b, c, d],
        ].forEach(facet);
      else
        [
          [a, b, d],
          [a, c, d],
        ].forEach(facet);
    }
  }
};

/** Heights of an island, line by line. */
const island: Painter = (pen, width, height) => {
  const hills = generator(77);
  const peaks = Array.from(
    { length: 9 },
    () => [hills() * 0.8 + 0.1, hills() * 0.8 + 0.1, 0.1 + hills() * 0.2, 0.3 + hills() * 0.8] as const,
  );
  const level = (u: number, v: number): number =>
    peaks.reduce(
      (sum, [x, y, size, tall]) => sum + tall * Math.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * size * size)),
      0,
    ) +
    0.05 * Math.sin(u * 17 + v * 9) +
    0.04 * Math.sin(v * 23 - u * 7);
  const colours = [
    '#0f3b57',
    '#14506f',
    '#1b6a87',
    '#2a8a9b',
    '#58b0ac',
    '#f0dfae',
    '#cfd08a',
    '#9dbb6c',
    '#6d9e58',
    '#4a8250',
    '#3b6a4b',
    '#7d6b57',
    '#a5937f',
    '#d8cfc4',
    '#ffffff',
  ];
  const step = Math.max(1, Math.round(width / 512));
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const tall = level(x / width, y / height) * 5.2;
      const shade = level(x / width, y / height) - level(x / width - 0.006, y / height - 0.006);
      pen.fillStyle = colours[Math.max(0, Math.min(colours.length - 1, Math.floor(tall)))] ?? '#fff';
      pen.fillRect(x, y, step, step);
      const edge = tall - Math.floor(tall) < 0.07;
      pen.fillStyle = edge
        ? 'rgba(20,30,40,.28)'
        : shade > 0
          ? `rgba(255,255,240,${Math.min(0.28, shade * 6)})`
          : `rgba(10,20,40,${Math.min(0.28, -shade * 6)})`;
      pen.fillRect(x, y, step, step);
    }
  }
};

const painters: Readonly<Record<string, Painter>> = { dunes, waves, bloom, orbits, glass, island };

async function paint({ name, width, height }: Painting): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (pen !== null) (painters[name] ?? dunes)(pen, width, height, generator(2026));
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
}

self.onmessage = async ({ data }: MessageEvent<Painting>) => {
  const answer: FromPainter = { id: data.id, picture: await paint(data) };
  self.postMessage(answer);
};
