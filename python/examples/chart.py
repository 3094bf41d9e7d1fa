"""A bar chart as SVG: enough for these examples, and nothing to install."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def bars(path: Path, title: str, values: Sequence[float], labels: Sequence[object], colour: str = "#4477aa") -> None:
    """Writes one bar for each value."""
    width, height, top = 640, 320, max(values, default=1) or 1
    step = (width - 40) / max(1, len(values))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<text x="20" y="24" font-size="16">{title}</text>',
    ]
    every = max(1, len(values) // 16)
    for number, (value, label) in enumerate(zip(values, labels)):
        tall = value / top * (height - 80)
        x, y = 20 + number * step, height - 30 - tall
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.8:.1f}" height="{tall:.1f}" fill="{colour}"/>')
        if number % every == 0:
            parts.append(f'<text x="{x:.1f}" y="{height - 12}" font-size="11">{label}</text>')
    path.write_text("\n".join([*parts, "</svg>\n"]))
