import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Calmed } from './compose-margin.ts'
import { BORDER_LINE, TORN } from './tuning.ts'

/**
 * The share of each side of the picture along which the margin does not join it: the colours leap there, and neither
 * right inside nor right outside of it. What goes on beyond such a side is something else, a copied curb or wall. A
 * line along most of the side, the rest of a frame, parts them as well.
 * @param rgb red, green and blue of picture and margin, levels
 * @param inside the picture within them
 */
export function tornSides(rgb: readonly Float32Array[], size: Size, inside: Box): Calmed {
  const planes = rgb.map((plane) => blur(plane, size, TORN.sigma))
  const { left, top, width, height } = inside
  const { width: stride } = size
  const across = (x: number): number =>
    partedAlong(planes, {
      at: top * stride + x,
      out: 1,
      along: stride,
      length: height,
      room: Math.min(x, size.width - x),
      isEnd: x > left,
    })
  const down = (y: number): number =>
    partedAlong(planes, {
      at: y * stride + left,
      out: stride,
      along: 1,
      length: width,
      room: Math.min(y, size.height - y),
      isEnd: y > top,
    })
  return {
    left: across(left),
    right: across(left + width),
    top: down(top),
    bottom: down(top + height),
  }
}

/**
 * A side: the pixel at its start that lies to the right of it or below, the steps across and along it, its length, the
 * pixels of margin beyond it, and whether that pixel is one of them.
 */
type Border = {
  at: number
  out: number
  along: number
  length: number
  room: number
  isEnd: boolean
}

function partedAlong(planes: readonly Float32Array[], border: Border): number {
  const line = lineAlong(planes, border)
  return Math.max(tornAlong(planes, border), line > BORDER_LINE.share ? line : 0)
}

/** The share of a side along which the picture ends in a line that is lighter, or darker, than what is beside it. */
function lineAlong(
  planes: readonly Float32Array[],
  { at, out, along, length, room, isEnd }: Border,
): number {
  if (room === 0) return 0
  const first = isEnd ? at - out : at
  const inwards = isEnd ? -out : out
  const light = (i: number): number => planes.reduce((sum, plane) => sum + plane[i]!, 0) / 3
  let [lighter, darker] = [0, 0]
  for (let n = 0; n < length; n++) {
    const [edge, inside, deeper] = [0, 1, 2].map((k) =>
      light(first + n * along + k * BORDER_LINE.step * inwards),
    ) as [number, number, number]
    const leap = edge - inside
    if (Math.abs(leap) < BORDER_LINE.times * Math.abs(inside - deeper)) continue
    if (leap > BORDER_LINE.levels) lighter++
    if (leap < -BORDER_LINE.levels) darker++
  }
  return Math.max(lighter, darker) / length
}

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
