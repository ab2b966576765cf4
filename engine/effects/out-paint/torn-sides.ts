import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Calmed } from './compose-margin.ts'
import { TORN } from './tuning.ts'

/**
 * The share of each side of the picture along which the margin does not join it: the colours leap there, and neither
 * right inside nor right outside of it. What goes on beyond such a side is something else, a copied curb or wall.
 * @param rgb red, green and blue of picture and margin, levels
 * @param inside the picture within them
 */
export function tornSides(rgb: readonly Float32Array[], size: Size, inside: Box): Calmed {
  const planes = rgb.map((plane) => blur(plane, size, TORN.sigma))
  const { left, top, width, height } = inside
  const { width: stride } = size
  const across = (x: number): number =>
    tornAlong(planes, {
      at: top * stride + x,
      out: 1,
      along: stride,
      length: height,
      room: Math.min(x, size.width - x),
    })
  const down = (y: number): number =>
    tornAlong(planes, {
      at: y * stride + left,
      out: stride,
      along: 1,
      length: width,
      room: Math.min(y, size.height - y),
    })
  return {
    left: across(left),
    right: across(left + width),
    top: down(top),
    bottom: down(top + height),
  }
}

/** A side: its first pixel, the steps across and along it, its length, and the pixels of margin beyond it. */
type Border = { at: number; out: number; along: number; length: number; room: number }

function tornAlong(
  planes: readonly Float32Array[],
  { at, out, along, length, room }: Border,
): number {
  if (room < TORN.apart + TORN.step) return 0
  const leap = (i: number): number =>
    Math.max(
      ...planes.map((plane) => Math.abs(plane[i + TORN.half * out]! - plane[i - TORN.half * out]!)),
    )
  let torn = 0
  for (let n = 0; n < length; n++) {
    const own = at + n * along
    const here = leap(own)
    const beside = Math.max(leap(own - TORN.step * out), leap(own + TORN.step * out))
    if (here > TORN.levels && here > TORN.times * beside) torn++
  }
  return torn / length
}
