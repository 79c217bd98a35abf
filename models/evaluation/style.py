"""The style sheet of the page: cream paper on green felt, brass only for what needs attention."""

import base64

_STYLE = """
:root{--felt:#10443a;--deep:#0b332b;--paper:#fdf8ec;--line:#d9cfb8;--ink:#1d2530;--soft:#6b6558;--brass:#b98516;
--wrong:#a3271b;--good:#1f7a57}
*{box-sizing:border-box}
html{background:var(--deep)}
body{margin:0;padding:32px;min-height:100vh;color:var(--ink);font:17px/1.45 Lexend,system-ui,sans-serif;
background:radial-gradient(120% 90% at 50% 0,var(--felt),var(--deep)) fixed}
main{max-width:1400px;margin:auto}
h1{color:var(--paper);font-size:34px;line-height:1.15;margin:0 0 6px;font-weight:650}
h2{color:var(--paper);font-size:24px;margin:36px 0 14px;font-weight:600}
h3{margin:0 0 10px;font-size:18px;font-weight:600}
.lead{color:#fdf8eccc;margin:0 0 24px;max-width:75ch}
.card{background:var(--paper);border-radius:18px;padding:20px 24px;box-shadow:0 10px 30px #0005}
.scroll{overflow-x:auto}
.heads{display:grid;grid-template-columns:repeat(4,1fr);gap:18px;margin-bottom:18px}
.heads .card{padding:16px 22px}
.heads b{display:block;font-size:clamp(34px,4.2vw,46px);white-space:nowrap}
.heads b{line-height:1.1;font-weight:650;font-variant-numeric:tabular-nums}
.heads span{color:var(--soft);font-size:15px}
.heads .bad b{color:var(--wrong)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:9px 12px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--soft);font-weight:500;font-size:15px}
th:first-child,td:first-child{text-align:left}
tr:last-child td{border-bottom:0}
tr.all td{font-weight:650;border-top:2px solid var(--ink)}
td small,.bars small{color:var(--soft);font-weight:400}
td.bad{color:var(--wrong);font-weight:650}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:18px;align-items:start}
.pair>div{display:grid;gap:18px}
p.card.note{margin:0 0 18px;border-left:6px solid var(--brass);color:var(--ink)}
.note{color:var(--soft);font-size:15px;margin:10px 0 0}
.diagram{width:100%;max-width:520px;display:block;margin:auto}
.diagram{font:14px Lexend,system-ui,sans-serif;fill:var(--soft)}
.diagram .grid{stroke:var(--line);fill:none}
.diagram .ideal{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 5;fill:none}
.diagram .zone{fill:#a3271b0d}
.diagram .hint{font-style:italic;opacity:.8}
.diagram .axis{font-size:15px;fill:var(--ink)}
.dot path{stroke:var(--felt);stroke-width:2.5;stroke-linecap:round}
.dot circle{fill:var(--felt);stroke:var(--paper);stroke-width:1.5}
.dot.off path{stroke:var(--brass)}.dot.off circle{fill:var(--brass)}
.confusion td,.confusion th{text-align:center;padding:7px 6px;border:0}
.confusion td{border-radius:8px;min-width:40px}
.confusion th:first-child{text-align:right;color:var(--ink);font-weight:600}
.confusion .none{color:var(--line)}
.confusion .same{background:#10443a1a}
.confusion .off{background:#b9851633}
.confusion .silent{background:var(--wrong);color:var(--paper);font-weight:650}
.confusion .silent small{color:var(--paper)}
.bar{height:10px;border-radius:5px;background:#d9cfb877;overflow:hidden;min-width:90px;position:relative}
.bar i{position:absolute;inset:0 auto 0 0;background:var(--felt);border-radius:5px}
.bar i.most{background:#10443a55}
.bars>div{display:grid;grid-template-columns:112px 1fr 84px 66px;gap:12px;align-items:center;padding:5px 0}
.bars b{text-align:right;white-space:nowrap;font-weight:500;font-variant-numeric:tabular-nums}
.bars small{text-align:right;font-variant-numeric:tabular-nums}
.bars .whole span,.bars .whole b{font-weight:650}
.bars .fixed{color:var(--soft)}.bars .fixed i{background:var(--soft)}
.doubts{display:grid;grid-template-columns:auto 1fr auto;gap:6px 12px;align-items:center}
.doubts b{text-align:right;font-weight:500;font-variant-numeric:tabular-nums}
.grid{display:grid;gap:18px}
.grid.small{grid-template-columns:repeat(auto-fill,minmax(min(100%,270px),1fr))}
figure{margin:0}
figure.card{padding:14px}
figure>img{width:100%;border-radius:10px;display:block;background:var(--line)}
.big figure{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,3fr);gap:22px}
.big figcaption{margin:4px 0 0}
figcaption{margin-top:10px}
.values{display:flex;justify-content:space-between;gap:12px;font-size:22px;font-weight:600}
.small .values{font-size:17px}
.values span:last-child{text-align:right}
.values small{display:block;font-size:13px;font-weight:500;color:var(--soft)}
.wrong{outline:5px solid var(--wrong);outline-offset:-5px}
.wrong .said{color:var(--wrong)}
.dice{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px}
.die{border:1px solid var(--line);border-radius:10px;padding:3px 9px;font-weight:600}
.die{display:inline-grid;gap:4px;justify-items:center}
.die img{width:104px;height:104px;border-radius:8px;margin:5px 0 0}
.die small{font-weight:400;color:var(--soft)}
.small .die{font-size:14px;padding:1px 7px}
.die.off{border-color:var(--brass);background:#b985161f}
.wrong .die.off{border-color:var(--wrong);background:#a3271b14}
.die em{font-style:normal;font-weight:400}.die em:before{content:" · lies "}
.kind{font-weight:600;color:var(--brass)}
.reason{color:var(--soft);margin-top:6px}
.small .reason{font-size:15px}
.name{font-size:13px;color:var(--soft);overflow-wrap:anywhere;margin-top:6px}
@media (max-width:900px){body{padding:18px}.pair{grid-template-columns:1fr}
.big figure{grid-template-columns:minmax(0,1fr);gap:12px}
.heads{grid-template-columns:1fr 1fr}}
@media (max-width:480px){body{padding:12px;font-size:16px}h1{font-size:27px}
.card{padding:14px 16px;border-radius:14px}.narrow{display:none}
th,td{padding:8px 5px}td small{display:block;white-space:normal}td.bad small{max-width:7em;margin-left:auto}
.heads{gap:10px}.heads .card{padding:12px 14px}.heads b{font-size:34px}
.bars>div{grid-template-columns:84px 1fr 72px;gap:8px}.bars small{display:none}}
@media print{body{background:none}h1,h2,.lead{color:var(--ink)}
.card{box-shadow:none;border:1px solid var(--line)}}
"""


def make_style(font: bytes | None) -> str:
    """Return the page's style sheet.

    Parameters
    ----------
    font
        The font Lexend as WOFF2, to embed; ``None``: use an installed Lexend.

    >>> "@font-face" in make_style(None), "@font-face" in make_style(b"wOF2")
    (False, True)
    """
    if font is None:
        return _STYLE
    source = f"url(data:font/woff2;base64,{base64.b64encode(font).decode()})"
    return f"@font-face{{font-family:Lexend;font-weight:100 900;src:{source}}}{_STYLE}"
