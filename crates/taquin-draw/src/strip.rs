//! Several positions of one puzzle side by side.

use super::{
    digits,
    drawing::{Drawing, Group, Shape},
    stage::{Pose, Stage},
};

/// The poses in rows, each with its caption (a number of moves) below.
pub fn strip(stage: &Stage, poses: &[(usize, &Pose)]) -> Drawing {
    let gap = (stage.width.max(stage.height) / 10).max(8);
    let caption = (stage.width.max(stage.height) as f32 / 14.0).max(7.0);
    let below = (caption * 2.2) as u32;
    let columns = columns(poses.len(), stage);
    let rows = poses.len().div_ceil(columns);
    let (across, down) = (stage.width + gap, stage.height + below + gap);
    let mut groups = Vec::new();
    for (index, (moves, pose)) in poses.iter().enumerate() {
        let offset = ((index % columns) as u32 * across, (index / columns) as u32 * down);
        let offset = (offset.0 as i32, offset.1 as i32);
        groups.extend(stage.groups(pose, offset));
        let centre = (stage.width as f32 / 2.0, stage.height as f32 + below as f32 * 0.55);
        let number = Shape::Number { value: *moves as u32, centre, height: caption, colour: stage.caption };
        groups.push(Group { offset, shapes: [number].into() });
    }
    // why: a caption may be a little wider than a very narrow board.
    let widest =
        poses.iter().map(|&(moves, _)| digits::width(moves as u32) * caption / digits::HEIGHT).fold(0.0, f32::max);
    let width = (columns as u32 * across - gap).max(widest.ceil() as u32);
    Drawing { width, height: rows as u32 * down - gap, groups, picture: stage.picture.clone() }
}

/// How many stand in a row, so that the whole is about twice as wide as high.
fn columns(count: usize, stage: &Stage) -> usize {
    let ratio = 2.0 * f64::from(stage.height) / f64::from(stage.width);
    let columns = (count as f64 * ratio).sqrt().round().clamp(1.0, count as f64) as usize;
    // why: the rows that are needed anyway are filled evenly.
    count.div_ceil(count.div_ceil(columns))
}
