// The words of the help, for each view.

const puzzleKeys = [
  ['Z, Ctrl + Z', 'undo'],
  ['Y, Ctrl + Shift + Z', 'redo'],
  ['H', 'hint: what moves; again: where to; again: it is done'],
  ['P', 'solve; play or pause the solution'],
  [', and .', 'one move back or on in the solution'],
  ['Escape', 'stop a search, close a dialog'],
  ['?', 'this help'],
] as const;

export const help = {
  views: {
    tiles: {
      title: 'How to play',
      words: [
        'Slide the tiles until they are in order: 1 first, the gap last, or the picture whole. The goal stands beside the counters; press it to see it on the board.',
        'Click a tile in line with the gap, or drag it. Several tiles in line slide together. On a phone, tap or swipe.',
        'Paste a board as text, moves such as L3UR2, or a picture, anywhere.',
      ],
      keys: [
        ['Arrows or W A S D', 'slide a tile'],
        ['Shift + arrows', 'choose a tile; Enter slides it'],
        ['N', 'new game'],
        ...puzzleKeys,
      ],
    },
    blocks: {
      title: 'How to play with blocks',
      words: [
        'Bring each block with a letter to the dashed place of the same colour and letter. Blocks slide, they never turn or jump.',
        'One drag of a block, along any free way, is one move. “Shortest” is the fewest moves that are possible.',
        'Make a puzzle of your own by painting or as text: whether it can be solved is told while you paint.',
      ],
      keys: [['Tab', 'choose a block'], ['Arrows', 'move the chosen block'], ...puzzleKeys],
    },
    laboratory: {
      title: 'What to do in the laboratory',
      words: [
        'Choose a board and some algorithms, and start the race: the charts show how much each one works, remembers and finds.',
        'On boards of up to nine cells, maps show which positions each algorithm has looked at.',
        'Below, one parameter goes through its range: the more the estimate is trusted, the quicker and the longer the answer.',
      ],
      keys: [
        ['Tab', 'from one control to the next'],
        ['Space', 'choose an algorithm'],
        ['?', 'this help'],
      ],
    },
  },
  keysTitle: 'Keys',
  gap: 'Arrow keys move the gap instead of the tile',
  licences: 'Licences of the work of others in Taquin',
  offline: 'Everything runs on your device, also without a network.',
  close: 'Close',
} as const;
