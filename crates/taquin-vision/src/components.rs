//! Connected areas of a picture that are brighter than their surroundings.

use crate::picture::Plane;

/// Which pixels belong together: pixels that touch, corners included, bear one label; 0 is none.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) labels: Vec<u32>,
    /// What is known of each label; that of label 1 comes first.
    pub(crate) components: Vec<Component>,
}

/// A connected area: its bounding box (right and bottom exclusive) and its pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Component {
    pub(crate) label: u32,
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) right: usize,
    pub(crate) bottom: usize,
    pub(crate) area: usize,
}

impl Component {
    pub(crate) fn width(&self) -> usize {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> usize {
        self.bottom - self.top
    }
}

impl Labels {
    /// Labels the pixels for which `inside` holds; pixels that touch at a corner belong together.
    pub(crate) fn new(width: usize, height: usize, inside: impl Fn(usize) -> bool) -> Self {
        Self::labelled(width, height, inside, true)
    }

    /// Labels the pixels for which `inside` holds; only pixels that share a side belong together, so that a thin slanted
    /// line parts what lies on its two sides.
    pub(crate) fn by_sides(width: usize, height: usize, inside: impl Fn(usize) -> bool) -> Self {
        Self::labelled(width, height, inside, false)
    }

    /// Two passes over the rows with a union-find of the labels.
    fn labelled(width: usize, height: usize, inside: impl Fn(usize) -> bool, corners: bool) -> Self {
        let mut labels = vec![0u32; width * height];
        let mut parents = vec![0u32];
        for y in 0..height {
            for x in 0..width {
                let i = y * width + x;
                if !inside(i) {
                    continue;
                }
                let mut label = 0;
                let mut meet = |other: u32, parents: &mut Vec<u32>| {
                    if other != 0 {
                        label = if label == 0 { other } else { unite(parents, label, other) };
                    }
                };
                if x > 0 {
                    meet(labels[i - 1], &mut parents);
                }
                if y > 0 {
                    meet(labels[i - width], &mut parents);
                    if corners && x > 0 {
                        meet(labels[i - width - 1], &mut parents);
                    }
                    if corners && x + 1 < width {
                        meet(labels[i - width + 1], &mut parents);
                    }
                }
                if label == 0 {
                    label = parents.len() as u32;
                    parents.push(label);
                }
                labels[i] = label;
            }
        }
        let mut names = vec![0u32; parents.len()];
        let mut components: Vec<Component> = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let slot = &mut labels[y * width + x];
                if *slot == 0 {
                    continue;
                }
                let root = find(&mut parents, *slot) as usize;
                if names[root] == 0 {
                    let label = components.len() as u32 + 1;
                    names[root] = label;
                    components.push(Component { label, left: x, top: y, right: x, bottom: y, area: 0 });
                }
                *slot = names[root];
                let component = &mut components[names[root] as usize - 1];
                component.left = component.left.min(x);
                component.right = component.right.max(x + 1);
                component.bottom = y + 1;
                component.area += 1;
            }
        }
        Self { width, height, labels, components }
    }

    /// Labels what is brighter than the mean of the square of this radius round it, by at least this much.
    pub(crate) fn brighter_than_surroundings(plane: &Plane, radius: usize, least: f32) -> Self {
        let mean = local_mean(plane, radius);
        Self::new(plane.width, plane.height, |i| f32::from(plane.values[i]) > mean[i] + least)
    }
}

fn find(parents: &mut [u32], mut label: u32) -> u32 {
    while parents[label as usize] != label {
        let above = parents[parents[label as usize] as usize];
        parents[label as usize] = above;
        label = above;
    }
    label
}

fn unite(parents: &mut [u32], a: u32, b: u32) -> u32 {
    let (a, b) = (find(parents, a), find(parents, b));
    let (root, other) = (a.min(b), a.max(b));
    parents[other as usize] = root;
    root
}

/// Mean of the square of this radius round every pixel, cut at the borders.
pub(crate) fn local_mean(plane: &Plane, radius: usize) -> Vec<f32> {
    let (width, height) = (plane.width, plane.height);
    let stride = width + 1;
    let mut sums = vec![0u32; stride * (height + 1)];
    for y in 0..height {
        let mut row = 0u32;
        for x in 0..width {
            row = row.wrapping_add(u32::from(plane.values[y * width + x]));
            sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1].wrapping_add(row);
        }
    }
    let mut means = Vec::with_capacity(width * height);
    for y in 0..height {
        let (top, bottom) = (y.saturating_sub(radius), (y + radius + 1).min(height));
        for x in 0..width {
            let (left, right) = (x.saturating_sub(radius), (x + radius + 1).min(width));
            // why: sums may wrap round; their differences are right all the same.
            let sum = sums[bottom * stride + right]
                .wrapping_sub(sums[top * stride + right])
                .wrapping_sub(sums[bottom * stride + left])
                .wrapping_add(sums[top * stride + left]);
            means.push(sum as f32 / ((bottom - top) * (right - left)) as f32);
        }
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(rows: &[&str]) -> Labels {
        let text: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
        Labels::new(rows[0].len(), rows.len(), |i| text[i] == b'#')
    }

    #[test]
    fn arms_that_meet_below_are_one_component() {
        let labels = labels(&["#.#.#", "#.#..", "###.#"]);
        let boxes: Vec<_> = labels.components.iter().map(|c| (c.left, c.top, c.right, c.bottom, c.area)).collect();
        assert_eq!(boxes, [(0, 0, 3, 3, 7), (4, 0, 5, 1, 1), (4, 2, 5, 3, 1)]);
    }

    #[test]
    fn corners_connect() {
        assert_eq!(labels(&["#..", ".#.", "..#"]).components.len(), 1);
        assert_eq!(labels(&["..#", ".#.", "#.."]).components.len(), 1);
    }

    #[test]
    fn a_slanted_line_parts_its_sides() {
        let text: Vec<u8> = ["#.", ".#"].iter().flat_map(|row| row.bytes()).collect();
        assert_eq!(Labels::by_sides(2, 2, |i| text[i] == b'.').components.len(), 2);
        assert_eq!(Labels::new(2, 2, |i| text[i] == b'.').components.len(), 1);
    }

    #[test]
    fn means_are_cut_at_the_borders() {
        let plane = Plane { width: 3, height: 2, values: vec![0, 3, 6, 3, 6, 9] };
        assert_eq!(local_mean(&plane, 1), [3.0, 4.5, 6.0, 3.0, 4.5, 6.0]);
    }
}
