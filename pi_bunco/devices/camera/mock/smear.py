"""Averages one die's drawings over an exposure: what moves is smeared."""

import functools

import numpy as np

from pi_bunco.devices.camera.mock.shade import Layer
from pi_bunco.devices.camera.mock.shadow import Shadow
from pi_bunco.devices.camera.mock.space import cut, hull


def mean_layer(moments: list[Layer | None]) -> Layer | None:
    """Average one die's layers; where it was out of the picture it covers nothing."""
    layers = [layer for layer in moments if layer is not None]
    if not layers:
        return None
    rect = functools.reduce(hull, [layer.rect for layer in layers])
    light = np.zeros((rect[3] - rect[1], rect[2] - rect[0], 3), np.float32)
    cover = np.zeros(light.shape[:2], np.float32)
    for layer in layers:
        light[cut(layer.rect, rect)] += layer.light
        cover[cut(layer.rect, rect)] += layer.cover
    share = np.float32(1 / len(moments))
    return Layer(rect, light * share, cover * share)


def mean_shadow(moments: list[Shadow | None]) -> Shadow | None:
    """Average one die's shadows."""
    shadows = [shadow for shadow in moments if shadow is not None]
    if not shadows:
        return None
    rect = functools.reduce(hull, [shadow.rect for shadow in shadows])
    key = np.zeros((rect[3] - rect[1], rect[2] - rect[0]), np.float32)
    sky = np.zeros_like(key)
    for shadow in shadows:
        key[cut(shadow.rect, rect)] += 1 - shadow.key
        sky[cut(shadow.rect, rect)] += 1 - shadow.sky
    share = np.float32(1 / len(moments))
    return Shadow(rect, 1 - key * share, 1 - sky * share)
