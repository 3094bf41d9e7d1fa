// Lines of a board in perspective, for drawing them over a picture.
import type { Corner, Corners } from './protocol';

/** The map of the unit square onto a quadrilateral, in perspective. */
export function perspective([a, b, c, d]: Corners): (x: number, y: number) => Corner {
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const [dx1, dy1, dx2, dy2] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]];
  const area = dx1 * dy2 - dx2 * dy1;
  // A quadrilateral without area has no inside: everything is in its first corner.
  if (area === 0) return () => a;
  const [g, h] = [(sx * dy2 - dx2 * sy) / area, (dx1 * sy - sx * dy1) / area];
  return (x, y) => {
    const w = g * x + h * y + 1;
    return [
      ((b[0] - a[0] + g * b[0]) * x + (d[0] - a[0] + h * d[0]) * y + a[0]) / w,
      ((b[1] - a[1] + g * b[1]) * x + (d[1] - a[1] + h * d[1]) * y + a[1]) / w,
    ];
  };
}

/** Do the corners go clockwise round a convex area? Only then is there a board inside. */
export const isConvex = (corners: Corners): boolean =>
  corners.every((p, index) => {
    const [q, r] = [corners[(index + 1) % 4]!, corners[(index + 2) % 4]!];
    return (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]) > 0;
  });
