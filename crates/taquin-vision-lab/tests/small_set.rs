//! A small fixed part of the test set, drawn without fonts or photographs of the system.

use taquin_vision::{Reader, Status};
use taquin_vision_lab::trials::{Look, Material, Outcome, Perturbation, Subject, Trial};

fn run(
    subject: Subject,
    sizes: &[(usize, usize)],
    perturbation: Perturbation,
    seeds: std::ops::Range<u64>,
) -> Vec<Outcome> {
    run_look(Look::Plain, subject, sizes, perturbation, seeds)
}

fn run_look(
    look: Look,
    subject: Subject,
    sizes: &[(usize, usize)],
    perturbation: Perturbation,
    seeds: std::ops::Range<u64>,
) -> Vec<Outcome> {
    let material = Material::default();
    let reader = Reader::new();
    seeds
        .zip(sizes.iter().cycle())
        .map(|(seed, &(rows, cols))| Trial { subject, look, rows, cols, perturbation, seed }.run(&material, &reader))
        .collect()
}

/// Asserts that at least this many are exact, and that no wrong board claims to be sure.
fn check(outcomes: &[Outcome], least: usize) {
    let exact = outcomes.iter().filter(|outcome| outcome.exact).count();
    let wrong: Vec<String> = outcomes
        .iter()
        .filter(|outcome| !outcome.exact)
        .map(|outcome| format!("seed {}: {} read as {:?}", outcome.trial.seed, outcome.truth, outcome.reading.board))
        .collect();
    assert!(exact >= least, "{exact} of {} exact:\n{}", outcomes.len(), wrong.join("\n"));
    let sure = outcomes.iter().filter(|outcome| !outcome.exact && outcome.reading.status == Status::Read).count();
    assert!(sure <= outcomes.len() - least, "{sure} wrong boards claim to be sure");
}

#[test]
fn numbered_screenshots() {
    check(&run(Subject::Numbers, &[(3, 3), (4, 4), (2, 3), (5, 4), (6, 6)], Perturbation::Clean, 0..10), 9);
}

#[test]
fn numbers_in_the_looks_of_real_programs() {
    check(&run_look(Look::Varied, Subject::Numbers, &[(3, 3), (4, 4), (5, 4)], Perturbation::Clean, 100..110), 8);
}

#[test]
fn large_numbered_screenshots() {
    check(&run(Subject::Numbers, &[(8, 8), (10, 10)], Perturbation::Clean, 20..24), 3);
}

#[test]
fn numbered_photos() {
    check(&run(Subject::Numbers, &[(3, 3), (4, 4), (5, 5)], Perturbation::Photo, 40..46), 5);
}

#[test]
fn pictures_with_their_goal() {
    check(&run(Subject::PictureWithGoal, &[(3, 3), (4, 4), (4, 5), (6, 6)], Perturbation::Jpeg, 60..68), 7);
}

#[test]
fn pictures_without_their_goal() {
    check(&run(Subject::Picture, &[(3, 3), (4, 4)], Perturbation::Clean, 80..86), 5);
}
