//! Boards as text: any bytes are read or refused with a place, and what is read is written back the same.

use crate::Target;
use taquin::tiles::{Board, catalogue, text::Boards};

pub(crate) const TARGET: Target = Target { name: "board", run, seeds };

fn run(data: &[u8]) {
    let mut boards = Vec::new();
    for item in Boards::new(data) {
        match item {
            Ok(board) => boards.push(board),
            Err(error) => assert!(error.line > 0 && error.column > 0 && !error.problem.to_string().is_empty()),
        }
    }
    // All of them in one text, one per line, must come back as they are.
    let written: String = boards.iter().map(|board| format!("{board}\n")).collect();
    if !boards.is_empty() {
        let again = Boards::new(written.as_bytes()).collect::<Result<Vec<_>, _>>();
        assert_eq!(again.expect("what is written can be read"), boards, "{written}");
    }
    if let Ok(board) = std::str::from_utf8(data).map_err(drop).and_then(|text| text.parse::<Board>().map_err(drop)) {
        assert_eq!(boards, std::slice::from_ref(&board), "one board and many are read by the same rules");
        assert_eq!(board.transposed().transposed(), board);
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let forms = [
        "",
        "0",
        "8 2 0/4 6 1/3 7 5",
        "1 2 3\n4 _ 5\n\n1 2\n3 .\n",
        "3\n1 2 3\n4 5 6\n7 8 0\n",
        "2 1 2 3 0",
        "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0",
        "2x3:1,2,3,4,5,-1 # a comment",
        "1,2,3|4,5,-1",
        "1 0\n0 1\n2 0 1\n",
        "1/2/0\r\n0/1/2\r\n",
        "\u{feff}1 2/3 x\n",
    ];
    let hard = catalogue::hard15().into_iter().map(|instance| instance.problem.start().to_string());
    forms.map(str::to_owned).into_iter().chain(hard).map(String::into_bytes).collect()
}
