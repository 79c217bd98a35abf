"""Draws the charts of the page: the reliability diagram as SVG, and bars of time."""

from html import escape
from math import log10

from evaluation.reliability import Bin, Reliability
from evaluation.timing import Cost, Times, TimeSpread
from evaluation.words import format_interval, format_percent

_SIZE, _LEFT, _TOP, _SIDE = 480, 64, 14, 400
_TICKS = (0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
_MIN_SHARE, _MAX_SHARE = 0.005, 0.9998
"""Shares at the ends of an axis: on an axis of odds, 0 and 1 would be infinitely far away."""


def draw_diagram(reliability: Reliability) -> str:
    """Draw the share that is right over the stated confidence; both as odds, so that 99 % is far from 99.9 %.

    Parameters
    ----------
    reliability
        The bins. The radius of a dot grows with the logarithm of its number of dice; its line is the
        interval. Dots on the diagonal are honest; those below it are too sure, those above it too modest.

    Returns
    -------
    str
        An SVG element.
    """
    grid = "".join(_draw_tick(share) for share in _TICKS)
    low, high = _map_x(_MIN_SHARE), _map_x(_MAX_SHARE)
    return (
        f'<svg class=diagram viewBox="0 0 {_SIZE} {_SIZE - 6}" role=img '
        'aria-label="Reliability diagram: the share that is right over the stated confidence">'
        f'<path class=zone d="M{low} {_map_y(_MIN_SHARE)} H{high} V{_map_y(_MAX_SHARE)} Z"/>{grid}'
        f'<path class=ideal d="M{low} {_map_y(_MIN_SHARE)} L{high} {_map_y(_MAX_SHARE)}"/>'
        f'<text class=hint x="{_map_x(0.97)}" y="{_map_y(0.03)}" text-anchor=end>too sure</text>'
        f'<text class=hint x="{_map_x(0.03)}" y="{_map_y(0.965)}">too modest</text>'
        f"{''.join(map(_draw_dot, reliability.bins))}"
        f'<text class=axis x="{_LEFT + _SIDE / 2}" y="{_SIZE - 14}" text-anchor=middle>'
        "confidence stated</text>"
        f'<text class=axis transform="translate(14 {_TOP + _SIDE / 2}) rotate(-90)" text-anchor=middle>'
        "share that is right</text></svg>"
    )


def draw_bars(times: Times, cost: Cost) -> str:
    """Draw how long a read and its stages take: the median, and the time that nine of ten need at most.

    Returns
    -------
    str
        HTML, one bar per stage.
    """
    rows = [
        ("a read", times.whole),
        *times.stages.items(),
        ("fixed work", TimeSpread(cost.fixed, cost.fixed)),
    ]
    most = max(spread.most for _, spread in rows) or 1.0
    return f"<div class=bars>{''.join(_draw_bar(name, spread, most, cost) for name, spread in rows)}</div>"


def _map_odds(share: float) -> float:
    """Return the position of a share on an axis of odds, 0 to 1."""
    least, most = (log10(end / (1 - end)) for end in (_MIN_SHARE, _MAX_SHARE))
    share = min(max(share, _MIN_SHARE), _MAX_SHARE)
    return (log10(share / (1 - share)) - least) / (most - least)


def _map_x(share: float) -> float:
    return round(_LEFT + _SIDE * _map_odds(share), 1)


def _map_y(share: float) -> float:
    return round(_TOP + _SIDE * (1 - _map_odds(share)), 1)


def _draw_tick(share: float) -> str:
    name = f"{100 * share:g}"
    x, y = _map_x(share), _map_y(share)
    return (
        f'<path class=grid d="M{x} {_TOP} V{_TOP + _SIDE} M{_LEFT} {y} H{_LEFT + _SIDE}"/>'
        f'<text x="{x}" y="{_TOP + _SIDE + 22}" text-anchor=middle>{name}</text>'
        f'<text x="{_LEFT - 8}" y="{y + 5}" text-anchor=end>{name}</text>'
    )


def _draw_dot(group: Bin) -> str:
    low, high = group.interval
    x = _map_x(group.stated)
    interval = format_interval(group.interval)
    truth = f"{group.right} of {group.dice} right, {format_percent(group.share)} {interval}"
    text = f"stated {format_percent(group.stated)}: {truth}"
    return (
        f'<g class="{"dot" if group.honest else "dot off"}"><title>{escape(text)}</title>'
        f'<path d="M{x} {_map_y(low)} V{_map_y(high)}"/>'
        f'<circle cx="{x}" cy="{_map_y(group.share)}" r="{4 + 2.2 * log10(group.dice):.1f}"/></g>'
    )


def _draw_bar(name: str, spread: TimeSpread, most: float, cost: Cost) -> str:
    kind = {"a read": " class=whole", "fixed work": " class=fixed"}.get(name, "")
    return (
        f"<div{kind}><span>{escape(name)}</span><div class=bar>"
        f'<i class=most style="width:{100 * spread.most / most:.1f}%"></i>'
        f'<i style="width:{100 * spread.median / most:.1f}%"></i></div>'
        f"<b>{spread.median:.1f} ms</b><small>{spread.median / cost.fixed:.2f} ×</small></div>"
    )
