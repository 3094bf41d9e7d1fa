//! Drawings as SVG, still or moving.

use super::{
    DrawError,
    animation::Animation,
    digits::{self, DIGITS},
    drawing::{Drawing, Fill, Group, Shape},
    picture::Picture,
};
#[cfg(feature = "raster")]
use base64::{Engine, prelude::BASE64_STANDARD};
#[cfg(feature = "raster")]
use image::{ColorType, ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use std::{
    collections::BTreeSet,
    fmt::{self, Write},
};

/// The drawing as an SVG file.
///
/// # Errors
/// [`DrawError::Write`] if its picture cannot be written.
pub fn still(drawing: &Drawing) -> Result<String, DrawError> {
    let mut svg = String::new();
    open(&mut svg, drawing)?;
    for group in &drawing.groups {
        write_group(&mut svg, group, "")?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// The animation as an SVG file that repeats for ever; readers who ask for less motion see its start.
///
/// # Errors
/// [`DrawError::Write`] if its picture cannot be written.
pub fn moving(animation: &Animation<'_>) -> Result<String, DrawError> {
    let Some(first) = animation.poses.first() else { return Ok(String::new()) };
    let start = animation.stage.posed(first);
    let mut svg = String::new();
    open(&mut svg, &start)?;
    write_keyframes(&mut svg, animation)?;
    for (index, group) in start.groups.iter().enumerate() {
        // why: the first group is the tray.
        let class = if index == 0 { String::new() } else { format!(" class=\"p p{}\"", index - 1) };
        write_group(&mut svg, group, &class)?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn open(svg: &mut String, drawing: &Drawing) -> Result<(), DrawError> {
    let (width, height) = (drawing.width, drawing.height);
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">"
    )?;
    let shapes = || drawing.groups.iter().flat_map(|group| &*group.shapes);
    let digits: BTreeSet<usize> = shapes().flat_map(digits_of).collect();
    if digits.is_empty() && drawing.picture.is_none() {
        return Ok(());
    }
    svg.push_str("<defs>\n");
    for digit in digits {
        writeln!(svg, "<path id=\"d{digit}\" d=\"{}\"/>", DIGITS[digit].path)?;
    }
    if let Some(picture) = &drawing.picture {
        write_picture(svg, picture)?;
    }
    svg.push_str("</defs>\n");
    Ok(())
}

fn digits_of(shape: &Shape) -> Vec<usize> {
    match shape {
        Shape::Number { value, .. } => digits::placed(*value).into_iter().map(|(digit, _)| digit).collect(),
        Shape::Box { .. } => Vec::new(),
    }
}

#[cfg(not(feature = "raster"))]
fn write_picture(_svg: &mut String, picture: &Picture) -> Result<(), DrawError> {
    match *picture {}
}

#[cfg(feature = "raster")]
fn write_picture(svg: &mut String, picture: &Picture) -> Result<(), DrawError> {
    let ((width, height), (left, top)) = (picture.pixels().dimensions(), picture.corner);
    let mut file = Vec::new();
    let kind = ExtendedColorType::from(ColorType::Rgba8);
    PngEncoder::new(&mut file)
        .write_image(picture.pixels(), width, height, kind)
        .map_err(|error| DrawError::Write(error.into()))?;
    writeln!(
        svg,
        "<pattern id=\"picture\" patternUnits=\"userSpaceOnUse\" x=\"{left}\" y=\"{top}\" width=\"{width}\" \
         height=\"{height}\"><image width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{}\"/></pattern>",
        BASE64_STANDARD.encode(file)
    )?;
    Ok(())
}

fn write_group(svg: &mut String, group: &Group, class: &str) -> fmt::Result {
    write!(svg, "<g{class}")?;
    if group.offset != (0, 0) || !class.is_empty() {
        write!(svg, " transform=\"translate({} {})\"", group.offset.0, group.offset.1)?;
    }
    svg.push('>');
    group.shapes.iter().try_for_each(|shape| write_shape(svg, shape))?;
    svg.push_str("</g>\n");
    Ok(())
}

fn write_shape(svg: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Box { place, radius, fill } => {
            let (x, y) = (Short(place.left), Short(place.top));
            let (width, height) = (Short(place.width), Short(place.height));
            let radius = Short(radius.min(place.width / 2.0).min(place.height / 2.0));
            write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"")?;
            match fill {
                Fill::Colour(colour) => write!(svg, "{colour}\"/>"),
                Fill::Picture => write!(svg, "url(#picture)\"/>"),
            }
        }
        Shape::Number { value, centre, height, colour } => {
            let scale = height / digits::HEIGHT;
            let left = Short(centre.0 - digits::width(*value) * scale / 2.0);
            let top = Short(centre.1 - height / 2.0);
            write!(
                svg,
                "<g transform=\"translate({left} {top}) scale({scale:.4})\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
                digits::PEN
            )?;
            for (digit, begins) in digits::placed(*value) {
                write!(svg, "<use href=\"#d{digit}\" x=\"{begins}\"/>")?;
            }
            svg.push_str("</g>");
            Ok(())
        }
    }
}

/// For each piece that moves: where it is when, in percent of the whole time.
fn write_keyframes(svg: &mut String, animation: &Animation<'_>) -> fmt::Result {
    let (poses, tempo) = (&animation.poses, animation.tempo);
    let rests = (0..poses.len()).map(|index| tempo.rest(index, poses.len()));
    let slides = tempo.slide() * (poses.len() - 1) as u32;
    let total = rests.sum::<std::time::Duration>() + slides;
    svg.push_str("<style>\n");
    writeln!(svg, ".p{{animation:{:.2}s ease-in-out infinite}}", total.as_secs_f64())?;
    for piece in 0..animation.stage.pieces.len() {
        let mut began = std::time::Duration::ZERO;
        let mut frames = String::new();
        for (index, pose) in poses.iter().enumerate() {
            let ends = began + tempo.rest(index, poses.len());
            let stays = |other: Option<&super::Pose>| other.is_some_and(|other| other[piece] == pose[piece]);
            let before = index.checked_sub(1).and_then(|before| poses.get(before));
            // why: only where a piece begins or ends a slide is there anything to say.
            for (time, is_keyframe) in [(began, !stays(before)), (ends, !stays(poses.get(index + 1)))] {
                if is_keyframe {
                    let percent = time.as_secs_f64() / total.as_secs_f64() * 100.0;
                    let (x, y) = pose[piece];
                    write!(frames, "{percent:.3}%{{transform:translate({x}px,{y}px)}}")?;
                }
            }
            began = ends + tempo.slide();
        }
        if poses.iter().any(|pose| pose[piece] != poses[0][piece]) {
            writeln!(svg, "@keyframes p{piece}{{{frames}}}\n.p{piece}{{animation-name:p{piece}}}")?;
        }
    }
    svg.push_str("@media (prefers-reduced-motion:reduce){.p{animation:none}}\n</style>\n");
    Ok(())
}

/// A number with at most two decimals, and none that say nothing.
struct Short(f32);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
