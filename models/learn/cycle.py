"""Trains a network batch by batch, with one cycle of the learning rate."""

import re
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

_PRINT_EVERY = 250
"""The mean loss is printed every so many steps, and at the end."""
_CPU_INFO = Path("/proc/cpuinfo")


class Steps(IterableDataset[Any]):  # type: ignore[misc]  # mypy does not look into torch
    """Batches, each of which depends only on the seed and its number.

    Parameters
    ----------
    steps
        How many batches.
    seed
        The random seed.
    """

    def __init__(self, steps: int, seed: int) -> None:
        super().__init__()
        self.steps, self.seed = steps, seed


def train(
    net: nn.Sequential,
    batches: Steps,
    loss_of: Callable[[Tensor, Tensor], Tensor],
    max_rate: float,
    threads: int,
) -> nn.Sequential:
    """Train a network in place, and return it.

    Parameters
    ----------
    net
        A network, new or trained before.
    batches
        The training data: pictures and the wanted outputs.
    loss_of
        Computes the loss from the output and the wanted output.
    max_rate
        The highest learning rate of the cycle.
    threads
        How many cores to use.
    """
    torch.manual_seed(batches.seed)
    torch.set_num_threads(threads)
    net = net.to(memory_format=torch.channels_last)
    net.train()
    optimizer = torch.optim.AdamW(net.parameters(), max_rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_rate, total_steps=batches.steps, pct_start=0.15
    )
    use_bfloat16 = computes_bfloat16()
    begun, total = time.perf_counter(), 0.0
    loader = DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=4)
    for step, (pixels, wanted) in zip(count(1), loader, strict=False):
        with torch.autocast("cpu", torch.bfloat16, enabled=use_bfloat16):
            output = net(pixels.contiguous(memory_format=torch.channels_last))
        loss = loss_of(output.float(), wanted)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        total += float(loss.detach())
        if step % _PRINT_EVERY == 0 or step == batches.steps:
            mean = total / ((step - 1) % _PRINT_EVERY + 1)
            seconds = time.perf_counter() - begun
            print(f"step {step} of {batches.steps}: loss {mean:.3f}, {seconds:.0f} s", flush=True)
            total = 0.0
    return net


def computes_bfloat16() -> bool:
    """Return whether the processor itself computes with bfloat16.

    Other processors take seven times as long with bfloat16 as with 32-bit floats (measured on AVX2).
    """
    names = _CPU_INFO.read_text() if _CPU_INFO.exists() else ""
    return re.search(r"\b(avx512_bf16|amx_bf16|bf16)\b", names) is not None
