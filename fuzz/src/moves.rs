//! The move notation: any text is read or refused, and what is read is written back the same.

use crate::Target;
use taquin::tiles::Moves;

pub(crate) const TARGET: Target = Target { name: "moves", run, seeds };

fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Moves>() {
        Ok(moves) => {
            let written = moves.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&moves), "{text:?} was written as {written:?}");
            assert_eq!(moves.inverse().inverse(), moves);
            assert_eq!(moves.transposed().transposed(), moves);
            assert!(moves.simplified().stm() <= moves.stm() && moves.mtm() <= moves.stm());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn seeds() -> Vec<Vec<u8>> {
    ["", "R2U2LDLDRURDLULDRULURDLU", "up down, left right", "R255 u12", "UPdownL2 right ddown,R12"]
        .map(|text| text.as_bytes().to_vec())
        .to_vec()
}
