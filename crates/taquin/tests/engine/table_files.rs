//! Pattern databases as files that others may damage, change, plant or leave behind.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};
use taquin::tiles::{
    Board, Shape,
    pattern_db::{FileError, Level, Preparation, Store, Tables},
};

fn goal() -> Board {
    Board::solved(Shape::new(3, 4).unwrap())
}

fn prepare(store: &Store) -> Tables {
    let mut preparation = Preparation::new(store, &goal(), Level::Small, 2).unwrap();
    while !preparation.run(1_000) {}
    preparation.finish().unwrap()
}

/// A directory with all tables in it, and their paths.
fn filled() -> (tempfile::TempDir, Vec<PathBuf>) {
    let directory = tempfile::tempdir().unwrap();
    prepare(&Store::in_directory(directory.path()));
    let paths = names(directory.path()).iter().map(|name| directory.path().join(name)).collect();
    (directory, paths)
}

fn names(directory: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(directory).unwrap().map(name).collect();
    names.sort();
    names
}

/// A mapped file that was cut off ended the process with a signal, and one that was overwritten gave false proofs.
#[test]
fn tables_stay_as_they_were_when_their_files_change() {
    let (directory, paths) = filled();
    let tables = prepare(&Store::in_directory(directory.path()));
    let before: Vec<Vec<u8>> = tables.databases().iter().map(|table| table.entries().to_vec()).collect();
    for (number, path) in paths.iter().enumerate() {
        let file = File::options().write(true).open(path).unwrap();
        match number % 2 {
            0 => file.set_len(0).unwrap(),
            _ => fs::write(path, vec![0xff; fs::metadata(path).unwrap().len() as usize]).unwrap(),
        }
    }
    for (table, before) in tables.databases().iter().zip(&before) {
        assert_eq!(table.entries(), before);
    }
    let later = Store::in_directory(directory.path());
    assert_eq!(prepare(&later).databases()[0].entries(), before[0]);
    assert_eq!(later.take_errors().len(), paths.len());
}

#[test]
fn every_byte_is_verified_and_the_name() {
    let (directory, paths) = filled();
    let store = Store::in_directory(directory.path());
    let good = fs::read(&paths[0]).unwrap();
    let is_good = || {
        let files = store.files();
        files.iter().all(|file| file.as_ref().is_ok_and(|file| store.verify(file, 1).is_ok()))
    };
    assert!(is_good());
    for at in (0..64).chain([64, good.len() / 2, good.len() - 1]) {
        let mut damaged = good.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&paths[0], damaged).unwrap();
        assert!(!is_good(), "byte {at}");
    }
    fs::write(&paths[0], &good).unwrap();
    assert!(is_good());
    let misnamed = directory.path().join(format!("x{}", names(directory.path())[0]));
    fs::copy(&paths[0], &misnamed).unwrap();
    assert!(!is_good());
    store.remove(&misnamed).unwrap();
    assert!(is_good());
}

#[cfg(unix)]
#[test]
fn pipes_and_directories_keep_nobody_waiting() {
    let (directory, paths) = filled();
    for path in &paths {
        fs::remove_file(path).unwrap();
    }
    let made = std::process::Command::new("mkfifo").arg(&paths[0]).status().unwrap();
    assert!(made.success());
    fs::create_dir(&paths[1]).unwrap();
    let store = Store::in_directory(directory.path());
    assert!(store.files().iter().all(Result::is_err));
    assert!(store.remove(&paths[0]).is_err());
    assert_eq!(prepare(&store).databases().len(), paths.len());
    let errors = store.take_errors();
    let unsaved = |error: &FileError| matches!(error, FileError::Unsaved { .. }) && error.path() == paths[1];
    assert!(errors.iter().any(unsaved), "{errors:?}");
    // The pipe was replaced by a table.
    assert!(paths[0].is_file());
}

/// Temporary names were known beforehand, and followed where links led.
#[cfg(unix)]
#[test]
fn planted_links_are_not_followed() {
    let (directory, paths) = filled();
    let victim = directory.path().join("victim");
    fs::write(&victim, "mine").unwrap();
    let name = names(directory.path())[0].clone();
    fs::remove_file(&paths[0]).unwrap();
    let planted = directory.path().join(format!(".{name}.{}", std::process::id()));
    std::os::unix::fs::symlink(&victim, &planted).unwrap();
    let store = Store::in_directory(directory.path());
    prepare(&store);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
    assert!(paths[0].is_file() && store.take_errors().is_empty());
}

#[test]
fn leftovers_are_removed_by_later_runs_but_not_what_is_being_written() {
    let (directory, paths) = filled();
    let whole = names(directory.path());
    let leftover = directory.path().join(format!(".{}.4711", whole[0]));
    let written = directory.path().join(format!(".{}.xYz123", whole[0]));
    fs::write(&leftover, "half a table").unwrap();
    let old = SystemTime::now() - Duration::from_secs(100);
    File::options().write(true).open(&leftover).unwrap().set_modified(old).unwrap();
    let writer = File::create(&written).unwrap();
    writer.lock().unwrap();
    writer.set_modified(old).unwrap();
    fs::remove_file(&paths[0]).unwrap();
    prepare(&Store::in_directory(directory.path()));
    assert!(!leftover.exists() && written.exists());
    drop(writer);
    assert_eq!(Store::in_directory(directory.path()).remove_leftovers(), [written]);
    assert_eq!(names(directory.path()), whole);
}

/// A preparation that is dropped at any moment leaves complete files only.
#[test]
fn nothing_is_left_of_a_preparation_that_is_given_up() {
    for steps in 0..40 {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::in_directory(directory.path());
        let mut preparation = Preparation::new(&store, &goal(), Level::Small, 1).unwrap();
        let is_done = (0..steps).any(|_| preparation.run(50_000));
        drop(preparation);
        let again = Store::in_directory(directory.path());
        let files = again.files();
        assert!(files.iter().all(|file| again.verify(file.as_ref().unwrap(), 1).is_ok()));
        assert_eq!(names(directory.path()).len(), files.len(), "a temporary file is left");
        if is_done {
            return;
        }
    }
    panic!("it should have been done by now");
}
