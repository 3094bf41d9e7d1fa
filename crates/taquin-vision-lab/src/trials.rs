//! The test set: a thousand boards in many looks, sizes and perturbations, and what is read from them.

use crate::{
    camera::{self, Shot},
    faces::Face,
    labelled::same_blocks,
    looks,
    random::Random,
    render::{self, Scene, Typeface},
    strokes::Pen,
};
use taquin_vision::{Options, Picture, Reader, Reading, Status};

/// What a trial shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// Numbered tiles.
    Numbers,
    /// Pieces of a picture, the finished one given.
    PictureWithGoal,
    /// Pieces of a picture.
    Picture,
    /// Blocks.
    Blocks,
}

/// What is done to the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Perturbation {
    /// Nothing: a screenshot.
    Clean,
    /// Scaled by a factor that is not whole.
    Scaled,
    /// Saved as JPEG.
    Jpeg,
    /// Photographed.
    Photo,
}

/// How programs draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Look {
    /// Plain tiles in a window.
    Plain,
    /// The looks of real programs, see [`looks`].
    Varied,
}

/// One board to read.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// What it shows.
    pub subject: Subject,
    /// How it is drawn.
    pub look: Look,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// What is done to the picture.
    pub perturbation: Perturbation,
    /// All else follows from this.
    pub seed: u64,
}

/// Type faces and photographs to draw with; either may be empty.
#[derive(Debug, Default)]
pub struct Material {
    /// Fonts.
    pub faces: Vec<Face>,
    /// Photographs.
    pub photos: Vec<Picture>,
}

/// A trial and how it went.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The trial.
    pub trial: Trial,
    /// The picture that was read.
    pub picture: Picture,
    /// What was read.
    pub reading: Reading,
    /// What should have been.
    pub truth: String,
    /// The whole board is right.
    pub exact: bool,
    /// Cells that are wrong, and how many of them are marked doubtful.
    pub wrong: (usize, usize),
    /// Time of the reading.
    pub seconds: f32,
    /// The type face.
    pub face: String,
}

const BLOCKS: &[&[&str]] = &[
    &["AXXB", "AXXB", "CEED", "CFGD", "H..I"],
    &["FXXG", "HXXI", "ABCC", "ABDD", ".EE."],
    &["ABB...", "A..C..", "AXXC..", "DDDE..", "...E..", "...E.."],
    &["ABBC.D", "AEEC.D", "XXF.GD", "HHF.G.", "..II..", "JJJ..."],
    &["ABB.C.", "A..DC.", "XXEDC.", "FFE...", "HH.GG.", "III..."],
];

/// The whole set, in the proportions of the requirements.
#[must_use]
pub fn all(count: usize, look: Look, seed: u64) -> Vec<Trial> {
    let mut random = Random::from_seed(seed);
    let mut trials = Vec::with_capacity(count);
    for index in 0..count {
        let share = index * 100 / count;
        let side = |random: &mut Random, low: usize, high: usize| low + random.below(high - low + 1);
        let perturbation =
            *random.pick(&[Perturbation::Clean, Perturbation::Clean, Perturbation::Scaled, Perturbation::Jpeg]);
        let square = random.chance(0.6);
        let mut size = |low: usize, high: usize| {
            let rows = side(&mut random, low, high);
            (rows, if square { rows } else { side(&mut random, low, high) })
        };
        let (subject, (rows, cols), perturbation) = match share {
            0..=29 => (Subject::Numbers, size(2, 6), perturbation),
            30..=39 => (Subject::Numbers, size(7, 10), perturbation),
            40..=59 => (Subject::Numbers, size(3, 6), Perturbation::Photo),
            60..=74 => (Subject::PictureWithGoal, size(3, 6), perturbation),
            75..=77 => (Subject::PictureWithGoal, size(3, 5), Perturbation::Photo),
            78..=83 => (Subject::Picture, (3, 3), Perturbation::Clean),
            84..=89 => (Subject::Picture, (4, 4), Perturbation::Clean),
            90..=95 => (Subject::Picture, (5, 5), Perturbation::Clean),
            _ if look == Look::Varied => {
                (Subject::Blocks, *random.pick(&[(5, 4), (6, 6), (5, 5), (4, 5), (7, 6)]), perturbation)
            }
            _ => {
                let kind = BLOCKS[index % BLOCKS.len()];
                (Subject::Blocks, (kind.len(), kind[0].len()), Perturbation::Clean)
            }
        };
        trials.push(Trial { subject, look, rows, cols, perturbation, seed: seed * 1_000_000 + index as u64 });
    }
    trials
}

impl Trial {
    /// Draws the board, perturbs the picture, reads it and compares.
    #[must_use]
    pub fn run(&self, material: &Material, reader: &Reader) -> Outcome {
        let mut random = Random::from_seed(self.seed);
        let face = pick_face(&material.faces, &mut random);
        let pen = Pen {
            width: random.between(0.1, 0.2),
            slant: random.between(0.0, 0.25),
            breadth: random.between(0.42, 0.6),
        };
        let typeface = face.map_or(Typeface::Pen(pen), Typeface::Font);
        let photo = if material.photos.is_empty() {
            render::landscape(700, 600, &mut random)
        } else {
            random.pick(&material.photos).clone()
        };
        let mut goal = None;
        let mut blocks = None;
        let (rows, cols) = (self.rows, self.cols);
        let scene = match (self.subject, self.look) {
            (Subject::Numbers, Look::Plain) => render::number_scene(rows, cols, typeface, &mut random),
            (Subject::Numbers, Look::Varied) => looks::number_scene(rows, cols, typeface, &mut random),
            (Subject::Blocks, Look::Varied) => {
                let letters = looks::random_blocks(rows, cols, &mut random);
                blocks = Some(letters.join("/"));
                let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
                looks::block_scene(&letters, face, &mut random)
            }
            (Subject::Blocks, Look::Plain) => {
                let letters =
                    BLOCKS.iter().filter(|b| (b.len(), b[0].len()) == (self.rows, self.cols)).collect::<Vec<_>>();
                let letters = random.pick(&letters);
                blocks = Some(letters.join("/"));
                render::block_scene(letters, &mut random)
            }
            (Subject::Picture | Subject::PictureWithGoal, look) => {
                let draw = if look == Look::Plain { render::picture_scene } else { looks::picture_scene };
                let (scene, picture) = draw(rows, cols, &photo, face, &mut random);
                goal = Some(picture);
                scene
            }
        };
        let picture = self.perturb(&scene.picture, material, &mut random);
        let goal_picture = goal
            .as_ref()
            .filter(|_| self.subject == Subject::PictureWithGoal)
            .map(|goal| camera::through_jpeg(goal, 88));
        let begin = std::time::Instant::now();
        let reading = reader.read(&picture, &Options { goal_picture, ..Options::default() });
        let seconds = begin.elapsed().as_secs_f32();
        let (truth, wrong) = match blocks {
            Some(truth) => {
                let right = reading.blocks.as_ref().is_some_and(|read| same_blocks(read, &truth));
                let cells = self.rows * self.cols;
                (truth, if right { 0 } else { cells })
            }
            None => (one_line(&scene), self.wrong_cells(&scene, goal.as_ref(), &reading).len()),
        };
        let marked = if wrong == 0 {
            0
        } else if self.subject == Subject::Blocks
            || reading.board.is_none()
            || (reading.rows, reading.cols) != (self.rows, self.cols)
        {
            // why: where the kind or the size is wrong no cell is right; what counts is that the reading does not claim
            // to be sure.
            if reading.status == Status::Read { 0 } else { wrong }
        } else {
            let cells = self.wrong_cells(&scene, goal.as_ref(), &reading);
            cells
                .iter()
                .filter(|&&cell| reading.doubtful.contains(&(cell / self.cols + 1, cell % self.cols + 1)))
                .count()
        };
        Outcome {
            trial: *self,
            picture,
            reading,
            truth,
            exact: wrong == 0,
            wrong: (wrong, marked),
            seconds,
            face: typeface.name(),
        }
    }

    fn perturb(&self, picture: &Picture, material: &Material, random: &mut Random) -> Picture {
        match self.perturbation {
            Perturbation::Clean => picture.clone(),
            Perturbation::Scaled => {
                let factor = random.between(0.8, 1.7);
                picture.resized((picture.width() as f32 * factor) as usize, (picture.height() as f32 * factor) as usize)
            }
            Perturbation::Jpeg => camera::through_jpeg(picture, 65 + random.below(31) as u8),
            Perturbation::Photo => {
                let table = if material.photos.is_empty() {
                    render::landscape(300, 240, random)
                } else {
                    random.pick(&material.photos).clone()
                };
                let width = (picture.width().max(picture.height()) as f32 * random.between(1.1, 2.0)) as usize;
                Shot::random(random).take(picture, &table, width.clamp(900, 2400), random)
            }
        }
    }

    /// Cells whose tile is not the one that was drawn, nor one that looks like it.
    fn wrong_cells(&self, scene: &Scene, goal: Option<&Picture>, reading: &Reading) -> Vec<usize> {
        let read: Vec<usize> =
            reading.board.as_deref().unwrap_or("").split(['/', ' ']).filter_map(|number| number.parse().ok()).collect();
        if (reading.rows, reading.cols) != (self.rows, self.cols) || read.len() != scene.board.len() {
            return (0..scene.board.len()).collect();
        }
        (0..read.len())
            .filter(|&cell| {
                let (a, b) = (read[cell], scene.board[cell]);
                let alike = || goal.is_some_and(|goal| a > 0 && b > 0 && look_alike(goal, self.rows, self.cols, a, b));
                a != b && !alike()
            })
            .collect()
    }
}

/// A face of a random family, so that families of many styles do not count more.
fn pick_face<'a>(faces: &'a [Face], random: &mut Random) -> Option<&'a Face> {
    let family = |face: &'a Face| face.name.split(['-', '_']).next().unwrap_or("");
    let mut families: Vec<&str> = faces.iter().map(family).collect();
    families.dedup();
    if families.is_empty() {
        return None;
    }
    let chosen = *random.pick(&families);
    let styles: Vec<&Face> = faces.iter().filter(|face| family(face) == chosen).collect();
    Some(*random.pick(&styles))
}

/// Whether two pieces of a picture differ by less than 4 of 255 on average.
fn look_alike(goal: &Picture, rows: usize, cols: usize, a: usize, b: usize) -> bool {
    let (width, height) = (goal.width() / cols, goal.height() / rows);
    let corner = |tile: usize| ((tile - 1) % cols * width, (tile - 1) / cols * height);
    let ((ax, ay), (bx, by)) = (corner(a), corner(b));
    let mut sum = 0u64;
    for y in 0..height {
        for x in 0..width {
            let (p, q) = (goal.pixel(ax + x, ay + y), goal.pixel(bx + x, by + y));
            sum += (0..3).map(|c| u64::from(p[c].abs_diff(q[c]))).sum::<u64>();
        }
    }
    sum < (width * height * 3 * 4) as u64
}

fn one_line(scene: &Scene) -> String {
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    scene.board.chunks(scene.cols).map(row).collect::<Vec<_>>().join("/")
}
