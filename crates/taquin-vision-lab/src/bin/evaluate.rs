//! Measures how well pictures are read: a thousand drawn boards, or a folder of labelled pictures.

use anyhow::{Context, Result};
use clap::Parser;
use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};
use taquin_vision::{Picture, Reader, Status};
use taquin_vision_lab::{
    faces, labelled, record,
    trials::{self, Look, Material, Outcome, Perturbation, Subject, Trial},
};

/// The seed of the recorded tables: no board of it was looked at while the reader was improved.
const REPORT_SEED: u64 = 31;

#[derive(Parser)]
struct Args {
    /// A folder of labelled pictures with a truth.tsv, in place of drawn boards
    #[arg(long)]
    labelled: Option<PathBuf>,
    /// Show what was read wrongly
    #[arg(long)]
    verbose: bool,
    /// Boards to draw
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// Draw the looks of real programs in place of plain ones
    #[arg(long)]
    varied: bool,
    /// Which boards are drawn
    #[arg(long, default_value_t = REPORT_SEED)]
    seed: u64,
    /// Only boards whose group's name contains this, such as "photo" or "numbers"
    #[arg(long, default_value = "")]
    only: String,
    /// Where fonts are looked for
    #[arg(long, default_value = faces::FONT_FOLDER)]
    fonts: PathBuf,
    /// Where photographs are looked for
    #[arg(long, default_values = ["/usr/share/backgrounds", "/usr/share/wallpapers"])]
    photos: Vec<PathBuf>,
    /// Write the pictures that were read wrongly into this folder
    #[arg(long)]
    output: Option<PathBuf>,
    /// Write the tables to bench/runs
    #[arg(long)]
    record: bool,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

fn main() -> Result<()> {
    let args = Args::parse();
    if let Some(folder) = &args.labelled {
        let table = labelled::measure(folder, args.verbose)?;
        print!("{table}");
        if args.record {
            let title = "Labelled pictures of other programs";
            let command = "cargo xtask vision-eval --labelled FOLDER --record";
            record::write(&runs().join("vision-labelled.md"), title, command, &table)?;
        }
        return Ok(());
    }
    let look = if args.varied { Look::Varied } else { Look::Plain };
    let trials: Vec<Trial> = trials::all(args.count, look, args.seed)
        .into_iter()
        .filter(|trial| group(trial).contains(&args.only))
        .collect();
    let material = Material { faces: fonts(&args.fonts), photos: photographs(&args.photos) };
    eprintln!("{} boards, {} fonts, {} photographs", trials.len(), material.faces.len(), material.photos.len());
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                let reader = Reader::new();
                while let Some(trial) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut outcome = trial.run(&material, &reader);
                    if let Err(error) = keep(&outcome, args.output.as_deref()) {
                        eprintln!("{error:#}");
                    }
                    outcome.picture = Picture::filled(1, 1, [0; 3]);
                    outcomes.lock().expect("no thread panics").push(outcome);
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().expect("no thread panics");
    outcomes.sort_by_key(|outcome| outcome.trial.seed);
    if args.verbose {
        outcomes.iter().filter(|outcome| !outcome.exact).for_each(show);
    }
    let tables = tables(&outcomes)?;
    print!("{tables}");
    if args.record {
        let (file, kind, option) = if args.varied {
            ("vision-looks.md", " in the looks of real programs", " --varied")
        } else {
            ("vision-set.md", "", "")
        };
        let title = format!("{} drawn boards{kind}", outcomes.len());
        let command = format!("cargo xtask vision-eval --seed {} --count {}{option} --record", args.seed, args.count);
        record::write(&runs().join(file), &title, &command, &tables)?;
    }
    Ok(())
}

/// Where results are kept.
fn runs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/runs")
}

/// Families that boards are drawn with, from Debian's packages: text faces of many kinds (sans serif, serif, monospaced,
/// condensed, slab, old-style figures, seven segments, a comic hand) that the classifier was not trained on.
const FAMILIES: [&str; 38] = [
    "3270",
    "Amiri",
    "ArundinaSans",
    "B612",
    "BerenisADFPro",
    "Cabin",
    "Cardoi99",
    "ClearSans",
    "Courier Prime Sans Italic",
    "Cousine",
    "DSEG7Classic",
    "EBGaramond08",
    "FreeSansBoldOblique",
    "GFSNeohellenic",
    "GenBasR",
    "Hermit",
    "Humor",
    "IkariusADFStd",
    "Inconsolata",
    "IrianisADFStd",
    "Karla",
    "Laksaman",
    "NimbusMonoPS",
    "NotoSansMono",
    "NotoSansTelugu",
    "NotoSerifBengali",
    "OpenSans",
    "OxygenMono",
    "PTF76F",
    "PTM55F",
    "Play",
    "Roboto",
    "RobotoCondensed",
    "RobotoSlab",
    "RomandeADFStyleStd",
    "TymesBd",
    "Verana",
    "Vollkorn",
];

/// The fonts of the families, without hairlines: at the size of tiles they are fainter than a person can read.
fn fonts(folder: &Path) -> Vec<faces::Face> {
    let family = |face: &faces::Face| face.name.split(['-', '_']).next().unwrap_or_default().to_owned();
    let wanted = |face: &faces::Face| {
        faces::is_held_back(&face.name) && FAMILIES.contains(&family(face).as_str()) && face.stroke() >= 0.035
    };
    let found: Vec<faces::Face> = faces::load(folder).into_iter().filter(wanted).collect();
    let missing: Vec<&str> =
        FAMILIES.into_iter().filter(|name| found.iter().all(|face| family(face) != *name)).collect();
    if !missing.is_empty() {
        eprintln!("fonts that are not installed: {}", missing.join(", "));
    }
    found
}

/// Photographs below some folders, none larger than needed.
fn photographs(folders: &[PathBuf]) -> Vec<Picture> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| collect(folder, &mut files));
    files.sort();
    let mut photos = Vec::new();
    for file in files {
        let Some(picture) = fs::read(&file).ok().and_then(|bytes| Picture::decode(&bytes).ok()) else { continue };
        let longest = picture.width().max(picture.height()) as f32;
        if picture.width().min(picture.height()) < 400 {
            continue;
        }
        let scale = (1200.0 / longest).min(1.0);
        let picture =
            picture.resized((picture.width() as f32 * scale) as usize, (picture.height() as f32 * scale) as usize);
        if flat_share(&picture) < 0.3 {
            photos.push(picture);
        }
    }
    photos
}

/// How much of a picture is of one colour, in squares of 16 pixels: drawn wallpapers and empty skies, whose pieces nobody
/// can tell apart.
fn flat_share(picture: &Picture) -> f32 {
    const SIDE: usize = 16;
    let (across, down) = (picture.width() / SIDE, picture.height() / SIDE);
    let is_flat = |square: usize| {
        let (left, top) = (square % across * SIDE, square / across * SIDE);
        let pixels = (0..SIDE * SIDE).map(|i| picture.pixel(left + i % SIDE, top + i / SIDE));
        let (low, high) = pixels.fold(([255u8; 3], [0u8; 3]), |(low, high), pixel| {
            (std::array::from_fn(|c| low[c].min(pixel[c])), std::array::from_fn(|c| high[c].max(pixel[c])))
        });
        (0..3).all(|c| high[c] - low[c] < 8)
    };
    (0..across * down).filter(|&square| is_flat(square)).count() as f32 / (across * down).max(1) as f32
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "jpg" || ending == "jpeg")
            && !path.to_string_lossy().contains("screenshot")
            && fs::metadata(&path).is_ok_and(|data| (60_000..3_000_000).contains(&data.len()))
        {
            files.push(path);
        }
    }
}

fn group(trial: &Trial) -> String {
    let large = trial.rows.max(trial.cols) > 6;
    let photo = trial.perturbation == Perturbation::Photo;
    match trial.subject {
        Subject::Numbers if photo => "numbers photo to 6x6".to_owned(),
        Subject::Numbers if large => "numbers 7x7 to 10x10".to_owned(),
        Subject::Numbers => "numbers to 6x6".to_owned(),
        Subject::PictureWithGoal if photo => "goal photo".to_owned(),
        Subject::PictureWithGoal => "goal to 6x6".to_owned(),
        Subject::Picture => format!("picture {}x{}", trial.rows, trial.cols),
        Subject::Blocks => "blocks".to_owned(),
    }
}

fn keep(outcome: &Outcome, folder: Option<&Path>) -> Result<()> {
    let Some(folder) = folder.filter(|_| !outcome.exact) else { return Ok(()) };
    fs::create_dir_all(folder)?;
    let bytes: Vec<u8> = outcome.picture.pixels().iter().flatten().copied().collect();
    let name = format!("{}_{}.png", group(&outcome.trial).replace(' ', "-"), outcome.trial.seed);
    let (width, height) = (outcome.picture.width() as u32, outcome.picture.height() as u32);
    image::save_buffer(folder.join(&name), &bytes, width, height, image::ExtendedColorType::Rgb8).with_context(|| name)
}

fn show(outcome: &Outcome) {
    let (trial, reading) = (&outcome.trial, &outcome.reading);
    println!(
        "{} seed {} {:?} {}: {:?} {}x{}, wrong {} of which marked {}, {}",
        group(trial),
        trial.seed,
        trial.perturbation,
        outcome.face,
        reading.kind,
        reading.rows,
        reading.cols,
        outcome.wrong.0,
        outcome.wrong.1,
        reading.message.as_deref().unwrap_or("sure"),
    );
    println!("   truth {}", outcome.truth);
    println!("   read  {}", reading.board.as_ref().or(reading.blocks.as_ref()).map_or("", String::as_str));
}

fn tables(outcomes: &[Outcome]) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    table(&mut text, outcomes, "group", &|outcome| group(&outcome.trial))?;
    table(&mut text, outcomes, "perturbation", &|outcome| {
        format!("{:?} {:?}", outcome.trial.subject, outcome.trial.perturbation)
    })?;
    table(&mut text, outcomes, "size", &|outcome| {
        format!("{:?} {}x{}", outcome.trial.subject, outcome.trial.rows, outcome.trial.cols)
    })?;
    let numbers: Vec<Outcome> =
        outcomes.iter().filter(|outcome| outcome.trial.subject == Subject::Numbers).cloned().collect();
    table(&mut text, &numbers, "font of the numbers", &|outcome| {
        outcome.face.split(['-', '_']).next().unwrap_or_default().chars().take(24).collect()
    })?;
    let (wrong, marked) = outcomes.iter().fold((0, 0), |sum, o| (sum.0 + o.wrong.0, sum.1 + o.wrong.1));
    let sure = outcomes.iter().filter(|o| !o.exact && o.reading.status == Status::Read).count();
    writeln!(text, "\n{marked} of {wrong} wrong cells are marked doubtful; {sure} wrong boards claim to be sure")?;
    Ok(text)
}

/// Adds a table with a row for each key.
fn table(text: &mut String, outcomes: &[Outcome], name: &str, key: &dyn Fn(&Outcome) -> String) -> std::fmt::Result {
    let mut rows: BTreeMap<String, [f32; 5]> = BTreeMap::new();
    for outcome in outcomes {
        let row = rows.entry(key(outcome)).or_default();
        row[0] += 1.0;
        row[1] += f32::from(u8::from(outcome.exact));
        row[2] += outcome.wrong.0 as f32;
        row[3] += outcome.wrong.1 as f32;
        row[4] += outcome.seconds;
    }
    writeln!(text, "\n{name:24} boards  exact      %  wrong cells  marked  s/board")?;
    for (key, [all, exact, wrong, marked, seconds]) in rows {
        let (share, mean) = (100.0 * exact / all, seconds / all);
        writeln!(text, "{key:24} {all:6} {exact:6} {share:6.1} {wrong:12} {marked:7} {mean:8.2}")?;
    }
    Ok(())
}
