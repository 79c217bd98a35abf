"""The networks, and their export to files that OpenCV reads."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from pi_bunco.vision.learnt.window import SIDE

CLASSES = 9
"""Outputs of a reading network: nothing, the six values, leaning, partly hidden."""
READING = ((16, 2), (32, 1), (32, 1), (48, 2), (64, 1), (64, 1), (96, 2), (128, 1))
"""The reading network: channels and stride of each 3x3 convolution."""
THOROUGH = ((24, 2), (48, 1), (48, 1), (80, 2), (112, 1), (112, 1), (160, 2), (224, 1))
"""The thorough reading network for mats, likewise."""
SURROUNDINGS = ((16, 2), (32, 1), (32, 2), (48, 1), (64, 2), (96, 1))
"""The network for the surroundings of a face, likewise."""
FINDING = ((12, 2), (24, 2), (40, 2), (56, 1), (56, 1), (56, 1), (56, 1))
"""The finding network, likewise. OpenCV runs plain convolutions so fast that separable ones would not pay."""
NOISE = 0.02
"""The noise in the weights of a network that was widened, over their deviation."""
OUTPUTS = 4
"""Outputs of the finding network for each place: heat, logarithm of the edge over 40 pixels, and the two
offsets of the middle."""


def make_reading_network(channels: int = 3, side: int = SIDE) -> nn.Sequential:
    """Make a reading network: ``(n, channels, side, side)`` to ``(n, CLASSES)``."""
    return _make_classifier(READING, channels, side, CLASSES)


def make_surroundings_network() -> nn.Sequential:
    """Make the network for the surroundings of a face: ``(n, 3, SIDE, SIDE)`` to ``(n, 2)``."""
    return _make_classifier(SURROUNDINGS, 3, SIDE, 2)


def widen_network(reading: nn.Sequential, channels: int, side: int, seed: int) -> nn.Sequential:
    """Return a thorough network that starts nearly with what a trained reading network computes.

    It repeats channels at random, and adds a little noise, so that the copies learn to differ (Chen,
    Goodfellow and Shlens, "Net2Net", 2016).

    Parameters
    ----------
    reading
        The trained network.
    channels, side
        Its input: ``(n, channels, side, side)``.
    seed
        The random seed.
    """
    rng = np.random.default_rng(seed)
    net = _make_classifier(THOROUGH, channels, side, CLASSES)
    before, shares = torch.arange(channels), torch.ones(channels)
    with torch.no_grad():
        for new, trained in zip(net, reading, strict=True):
            state = trained.state_dict()
            if isinstance(trained, nn.Conv2d) and trained.groups == 1:
                total, most = len(state["weight"]), new.out_channels
                copied = torch.from_numpy(np.append(np.arange(total), rng.choice(total, most - total)))
                weight = state["weight"][copied][:, before] / shares[before][:, None, None]
                state["weight"] = weight + NOISE * weight.std() * torch.randn_like(weight)
                before, shares = copied, torch.bincount(copied).float()
            elif isinstance(trained, nn.Linear):
                state["weight"] = state["weight"][:, before] / shares[before]
            else:
                state = {name: value[before] if value.dim() else value for name, value in state.items()}
            new.load_state_dict(state)
    return net


def get_body(reading: nn.Sequential) -> list[nn.Module]:
    """Return the convolutions of a reading network and the normalisation after each."""
    parts = list(reading)[: 3 * len(READING)]
    return [part for part in parts if not isinstance(part, nn.ReLU)]


def make_finding_network() -> nn.Sequential:
    """Make the finding network: ``(n, 3, h, w)`` to ``(n, OUT, h / 8, w / 8)``."""
    body, n = _make_body(FINDING, 3)
    last = nn.Conv2d(n, OUTPUTS, 1)
    nn.init.normal_(last.weight, 0, 0.01)
    nn.init.constant_(last.bias, 0)
    with torch.no_grad():
        last.bias[0] = -4.0
    return nn.Sequential(*body, last)


def _make_classifier(
    layers: tuple[tuple[int, int], ...], channels: int, side: int, classes: int
) -> nn.Sequential:
    body, n = _make_body(layers, channels)
    edge = side // 8
    pool = nn.Conv2d(n, n, edge, groups=n, bias=False)
    # Each place of the last map has its own weight, so that the position of a pip matters.
    nn.init.constant_(pool.weight, 1 / edge**2)
    return nn.Sequential(*body, pool, nn.Flatten(), nn.Dropout(0.1), nn.Linear(n, classes))


def _make_body(layers: tuple[tuple[int, int], ...], n: int) -> tuple[list[nn.Module], int]:
    parts: list[nn.Module] = []
    for m, stride in layers:
        conv = nn.Conv2d(n, m, 3, stride, 1, bias=False)
        parts += [conv, nn.BatchNorm2d(m), nn.ReLU(inplace=True)]
        n = m
    return parts, n


def export_network(net: nn.Sequential, path: Path, size: tuple[int, ...]) -> None:
    """Write a network as ONNX, with batch norm folded into its convolutions.

    It is written node by node, because so few nodes need no tracing, and the file is the same each time.

    Parameters
    ----------
    net
        The network.
    path
        The file to write.
    size
        Channels, rows and columns that OpenCV prepares for; for another size it prepares again.
    """
    net = net.eval()
    nodes, values, last = [], [], "pixels"
    parts = list(net)
    for k, part in enumerate(parts):
        name = f"part{k}"
        if isinstance(part, nn.Conv2d):
            weight, bias = _fold(part, parts[k + 1] if k + 1 < len(parts) else None)
            values += [_make_value(weight, f"w{k}"), _make_value(bias, f"b{k}")]
            nodes.append(
                helper.make_node(
                    "Conv",
                    [last, f"w{k}", f"b{k}"],
                    [name],
                    kernel_shape=list(part.kernel_size),
                    strides=list(part.stride),
                    pads=list(part.padding) * 2,
                    group=part.groups,
                )
            )
        elif isinstance(part, nn.ReLU):
            nodes.append(helper.make_node("Relu", [last], [name]))
        elif isinstance(part, nn.Flatten):
            nodes.append(helper.make_node("Flatten", [last], [name], axis=1))
        elif isinstance(part, nn.Linear):
            values += [_make_value(part.weight, f"w{k}"), _make_value(part.bias, f"b{k}")]
            nodes.append(helper.make_node("Gemm", [last, f"w{k}", f"b{k}"], [name], transB=1))
        else:  # batch norm is folded, dropout is not needed
            continue
        last = name
    shape = ["n", "scores"] if isinstance(parts[-1], nn.Linear) else ["n", OUTPUTS, "rows", "columns"]
    graph = helper.make_graph(
        nodes,
        "pi-bunco",
        [helper.make_tensor_value_info("pixels", TensorProto.FLOAT, ["n", *size])],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, shape)],
        values,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _fold(conv: nn.Conv2d, norm: nn.Module | None) -> tuple[Tensor, Tensor]:
    weight = conv.weight.detach()
    bias = torch.zeros(conv.out_channels) if conv.bias is None else conv.bias.detach()
    if isinstance(norm, nn.BatchNorm2d):
        assert norm.running_mean is not None  # noqa: S101 - batch norm keeps its statistics
        assert norm.running_var is not None  # noqa: S101 - likewise
        gain = norm.weight.detach() / torch.sqrt(norm.running_var + norm.eps)
        weight = weight * gain[:, None, None, None]
        bias = norm.bias.detach() + (bias - norm.running_mean) * gain
    return weight, bias


def _make_value(tensor: Tensor, name: str) -> onnx.TensorProto:
    return numpy_helper.from_array(np.ascontiguousarray(tensor.detach().float().numpy()), name)
