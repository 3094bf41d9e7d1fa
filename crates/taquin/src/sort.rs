//! Sorting short lists.
//!
//! The standard library's sort is made for long lists, and compiled anew for each kind of element and key: 2 to 5 kB each, which a page
//! has to load.

/// Sorts a list of at most some hundred elements by a key, by insertion; elements with equal keys keep their order.
pub(crate) fn sort_short_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && key(&list[place - 1]) > key(&list[place]) {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Sorts a list of at most some hundred elements.
pub(crate) fn sort_short<T: Copy + Ord>(list: &mut [T]) {
    sort_short_by_key(list, |&element| element);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn lists_are_sorted_and_equal_elements_keep_their_order() {
        let mut rng = Rng::from_seed(5);
        for length in 0..40 {
            let list: Vec<(u64, usize)> = (0..length).map(|index| (rng.below(8), index)).collect();
            let (mut sorted, mut expected) = (list.clone(), list);
            sort_short_by_key(&mut sorted, |&(key, _)| key);
            expected.sort();
            assert_eq!(sorted, expected);
            sorted.reverse();
            sort_short(&mut sorted);
            assert_eq!(sorted, expected);
        }
    }
}
