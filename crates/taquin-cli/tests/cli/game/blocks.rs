//! Block puzzles in the game.

use super::{DOWN, ENTER, LEFT, open};

/// A block puzzle of two moves: `b` round the corner, then `A` to the right.
fn corner() -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("corner.txt");
    std::fs::write(&path, "name: Round the corner\n\nA.b\n .\n--\n..A\n .\n").unwrap();
    let path = path.to_str().unwrap().to_owned();
    (directory, path)
}

#[test]
fn blocks_are_won_by_keys_and_counted_in_three_metrics() {
    let (_directory, path) = corner();
    let mut game = open(&["blocks", "play", &path], &[]);
    game.wait_for("Round the corner");
    game.wait_for("Steps            0");
    game.press("\t");
    game.press(LEFT);
    game.press(DOWN);
    game.wait_for("Steps            2");
    game.press("\t");
    game.press("D");
    game.wait_for("Solved in 2 moves, 3 slides, 4");
    game.press("u");
    game.wait_for("Steps            2");
    game.press("q");
    assert_eq!(game.exit_code(), 0);
    game.assert_restored();
}

#[test]
fn blocks_are_moved_by_mouse_hinted_at_and_solved() {
    let (_directory, path) = corner();
    let mut game = open(&["blocks", "play", &path], &[]);
    game.press("i");
    game.wait_for("Hint: b left. To go: 2 moves,");
    game.press("\t");
    game.press(LEFT);
    game.press(DOWN);
    game.wait_for("Steps            2");
    game.click_label("A");
    game.click_label("+");
    game.wait_for("Solved in 2 moves, 3 slides, 4");
    game.press("b");
    game.wait_for("Steps            0");
    game.press(ENTER);
    game.wait_for("fewest moves: 2 moves, 3");
    game.wait_for("Solved in 2 moves");
    let mut game = open(&["blocks", "play", &path], &[("NO_COLOR", "1")]);
    game.wait_for("AAA");
    assert!(game.text().contains("bbb") && !game.has_colours());
}

#[test]
fn the_bound_from_here_follows_the_blocks() {
    let (_directory, path) = corner();
    let mut game = open(&["blocks", "play", &path], &[]);
    game.wait_for("At least         2");
    game.press("\t");
    game.press(LEFT);
    // Half way round the corner it still is a move to the place below, and one more for the other block.
    game.wait_for("Steps            1");
    game.wait_for("At least         2");
    game.press(DOWN);
    game.wait_for("At least         1");
    game.press("\t");
    game.press("D");
    game.wait_for("At least         0");
    game.press("b");
    game.wait_for("At least         2");
}

/// The search beside the game proves 81 moves, and what is left of them after each.
#[test]
fn the_bound_of_a_classic_is_its_optimum() {
    let mut game = open(&["blocks", "play", "Klotski / L'Ane Rouge / Hua Rong Dao"], &[]);
    game.wait_for("At least        81");
    game.press("i");
    game.wait_for("Hint: i right. To go: 81");
}

#[test]
fn a_puzzle_of_the_catalogue_can_be_chosen_in_the_game() {
    let (_directory, path) = corner();
    let mut game = open(&["blocks", "play", &path], &[]);
    game.wait_for("Round the corner");
    game.press("n");
    game.wait_for("New board");
    game.press(DOWN);
    game.press(ENTER);
    game.wait_until("another puzzle is shown", |text| !text.contains("Round the corner") && text.contains("(best: "));
}
