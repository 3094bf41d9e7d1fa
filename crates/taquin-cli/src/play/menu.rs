//! A list of choices.

/// What the menu is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Topic {
    Algorithm,
    NewGame,
}

pub(super) struct Menu {
    pub(super) topic: Topic,
    pub(super) items: Vec<&'static str>,
    pub(super) chosen: usize,
}

impl Menu {
    pub(super) fn heading(&self) -> &'static str {
        match self.topic {
            Topic::Algorithm => "Solve with",
            Topic::NewGame => "New board",
        }
    }

    /// Goes up or down, and round at the ends.
    pub(super) fn step(&mut self, down: bool) {
        let count = self.items.len().max(1);
        self.chosen = (self.chosen + if down { 1 } else { count - 1 }) % count;
    }
}
