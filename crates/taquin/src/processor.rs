//! What the processor at hand can do beyond what every one of its kind can.

/// Has it all that functions for modern processors are compiled for, `popcnt,bmi1,bmi2,lzcnt,avx2`?
#[inline]
pub(crate) fn is_modern() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("avx2")
}
