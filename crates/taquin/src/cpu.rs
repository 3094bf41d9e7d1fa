//! Features of the processor that are detected when the program runs.

/// Does the processor have what the `target_feature` functions of the hot kernels are compiled for:
/// `popcnt,bmi1,bmi2,lzcnt,avx2`?
#[inline]
pub(crate) fn has_avx2_bmi2() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("avx2")
}
