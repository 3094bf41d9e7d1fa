//! Points, quadrilaterals and the perspective maps between them.

use serde::Serialize;

/// A point of a picture, in pixels from its top-left corner; the centre of the first pixel is (0.5, 0.5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Point {
    /// Pixels to the right.
    pub x: f64,
    /// Pixels down.
    pub y: f64,
}

impl Point {
    /// A point from its two coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Distance to another point.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

impl From<Point> for [f64; 2] {
    fn from(point: Point) -> Self {
        [point.x, point.y]
    }
}

/// Four corners of a board: top left, top right, bottom right, bottom left.
pub type Quad = [Point; 4];

/// Corners of an upright rectangle.
pub(crate) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Quad {
    [Point::new(x, y), Point::new(x + width, y), Point::new(x + width, y + height), Point::new(x, y + height)]
}

/// Whether the corners go clockwise round a convex area of at least this many square pixels.
pub(crate) fn is_convex(quad: &Quad, least_area: f64) -> bool {
    let turn = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    let area = (0..4).map(|i| quad[i].x * quad[(i + 1) % 4].y - quad[(i + 1) % 4].x * quad[i].y).sum::<f64>() / 2.0;
    quad.iter().all(|corner| corner.x.is_finite() && corner.y.is_finite())
        && (0..4).all(|i| turn(quad[i], quad[(i + 1) % 4], quad[(i + 2) % 4]) > 0.0)
        && area >= least_area
}

/// A perspective map of the plane: a 3 × 3 matrix on homogeneous coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Homography([f64; 9]);

impl Homography {
    pub(crate) const fn from_rows(rows: [f64; 9]) -> Self {
        Self(rows)
    }

    /// Stretches by a factor from the origin.
    pub(crate) const fn scaling(factor: f64) -> Self {
        Self([factor, 0.0, 0.0, 0.0, factor, 0.0, 0.0, 0.0, 1.0])
    }

    /// Moves everything.
    pub(crate) const fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, x, 0.0, 1.0, y, 0.0, 0.0, 1.0])
    }

    pub(crate) fn apply(&self, point: Point) -> Point {
        let m = &self.0;
        let w = m[6] * point.x + m[7] * point.y + m[8];
        Point::new((m[0] * point.x + m[1] * point.y + m[2]) / w, (m[3] * point.x + m[4] * point.y + m[5]) / w)
    }

    /// First `self`, then `next`.
    pub(crate) fn then(&self, next: &Self) -> Self {
        let (a, b) = (&next.0, &self.0);
        let mut product = [0.0; 9];
        for row in 0..3 {
            for col in 0..3 {
                product[3 * row + col] = (0..3).map(|k| a[3 * row + k] * b[3 * k + col]).sum();
            }
        }
        Self(product)
    }

    /// The map back; `None` if this one flattens the plane.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let m = &self.0;
        let cofactor = |a: usize, b: usize, c: usize, d: usize| m[a] * m[d] - m[b] * m[c];
        let adjugate = [
            cofactor(4, 5, 7, 8),
            -cofactor(1, 2, 7, 8),
            cofactor(1, 2, 4, 5),
            -cofactor(3, 5, 6, 8),
            cofactor(0, 2, 6, 8),
            -cofactor(0, 2, 3, 5),
            cofactor(3, 4, 6, 7),
            -cofactor(0, 1, 6, 7),
            cofactor(0, 1, 3, 4),
        ];
        let determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6];
        (determinant.abs() > 1e-12).then(|| Self(adjugate.map(|entry| entry / determinant)))
    }

    /// The map that fits pairs of points best (least squares, direct linear transform); needs four pairs or more.
    pub(crate) fn fit(pairs: &[(Point, Point)]) -> Option<Self> {
        if pairs.len() < 4 {
            return None;
        }
        let (from, to) =
            (Frame::around(pairs.iter().map(|pair| pair.0)), Frame::around(pairs.iter().map(|pair| pair.1)));
        let mut normal = [[0.0; 9]; 8];
        for &(source, target) in pairs {
            let (s, t) = (from.apply(source), to.apply(target));
            let rows = [
                [s.x, s.y, 1.0, 0.0, 0.0, 0.0, -t.x * s.x, -t.x * s.y, t.x],
                [0.0, 0.0, 0.0, s.x, s.y, 1.0, -t.y * s.x, -t.y * s.y, t.y],
            ];
            for row in rows {
                for i in 0..8 {
                    for j in 0..9 {
                        normal[i][j] += row[i] * row[j];
                    }
                }
            }
        }
        let h = solve(normal)?;
        let middle = Self([h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1.0]);
        Some(from.map().then(&middle).then(&to.map().inverse()?))
    }

    /// The map of four corners onto four others.
    pub(crate) fn between(from: &Quad, to: &Quad) -> Option<Self> {
        Self::fit(&[(from[0], to[0]), (from[1], to[1]), (from[2], to[2]), (from[3], to[3])])
    }
}

/// Shift and scale that bring points near the unit square, so that the equations stay well conditioned.
struct Frame {
    centre: Point,
    scale: f64,
}

impl Frame {
    fn around(points: impl Iterator<Item = Point> + Clone) -> Self {
        let count = points.clone().count() as f64;
        let sum = points.clone().fold((0.0, 0.0), |sum, point| (sum.0 + point.x, sum.1 + point.y));
        let centre = Point::new(sum.0 / count, sum.1 / count);
        let spread = points.map(|point| point.distance(centre)).sum::<f64>() / count;
        Self { centre, scale: 1.0 / spread.max(1e-9) }
    }

    fn apply(&self, point: Point) -> Point {
        Point::new((point.x - self.centre.x) * self.scale, (point.y - self.centre.y) * self.scale)
    }

    fn map(&self) -> Homography {
        Homography::shift(-self.centre.x, -self.centre.y).then(&Homography::scaling(self.scale))
    }
}

/// Solves eight linear equations, each with its right side as the ninth number (Gauss, with pivoting).
fn solve(mut rows: [[f64; 9]; 8]) -> Option<[f64; 8]> {
    for col in 0..8 {
        let pivot = (col..8).max_by(|&a, &b| rows[a][col].abs().total_cmp(&rows[b][col].abs()))?;
        rows.swap(col, pivot);
        if rows[col][col].abs() < 1e-12 {
            return None;
        }
        let pivot = rows[col];
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != col) {
            let factor = row[col] / pivot[col];
            row.iter_mut().zip(pivot).skip(col).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    Some(std::array::from_fn(|i| rows[i][8] / rows[i][i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quad() -> Quad {
        [Point::new(279.4, 368.3), Point::new(818.1, 500.7), Point::new(757.7, 958.0), Point::new(243.1, 968.4)]
    }

    #[test]
    fn corners_map_onto_corners_and_back() {
        let unit = rectangle(0.0, 0.0, 1.0, 1.0);
        let map = Homography::between(&unit, &quad()).unwrap();
        let back = map.inverse().unwrap();
        for (source, target) in unit.iter().zip(quad()) {
            assert!(map.apply(*source).distance(target) < 1e-6);
            assert!(back.apply(target).distance(*source) < 1e-9);
        }
    }

    #[test]
    fn maps_compose_in_reading_order() {
        let map = Homography::shift(3.0, 4.0).then(&Homography::scaling(2.0));
        assert_eq!(map.apply(Point::new(1.0, 1.0)), Point::new(8.0, 10.0));
    }

    #[test]
    fn points_on_a_line_fit_no_map() {
        let pairs: Vec<_> = (0..5).map(|i| (Point::new(f64::from(i), 0.0), Point::new(f64::from(i), 1.0))).collect();
        assert_eq!(Homography::fit(&pairs), None);
    }

    #[test]
    fn a_bow_tie_is_not_convex() {
        let [a, b, c, d] = quad();
        assert!(is_convex(&[a, b, c, d], 100.0));
        assert!(!is_convex(&[a, c, b, d], 100.0));
        assert!(!is_convex(&[a, b, c, d], 1e9));
    }
}
