//! What the processor can do: features that are detected when the program runs, and asking for memory ahead of time.

/// Does the processor have what the `target_feature` functions of the hot kernels are compiled for:
/// `popcnt,bmi1,bmi2,lzcnt,avx2`?
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx2_bmi2() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("avx2")
}

/// Asks for a line of memory before it is needed; nothing where the processor is not known to take such hints.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(
            unsafe_code,
            reason = "a prefetch has no safe form; without, the multi-tile search took 1.7 times as long"
        )]
        // SAFETY: a prefetch is only a hint; it reads nothing and faults at no address.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
