import { type Displacement, forEachMovedPixel } from './displacement.ts'
import { classifyCells, MIXED, SOLID } from './layer-cells.ts'
import { isOpaque } from './packed-rgba.ts'
import type { Mask, Picture } from './picture.ts'
import { premultiply, unpremultiplyPixel } from './premultiply.ts'
import { sampleBicubic, sampleMask } from './sample.ts'
import { warp } from './warp.ts'

/** Below this a displacement cannot be seen, and the pixel keeps its bytes. */
const MIN_VISIBLE_SHIFT = 0.02

/** A halo's strength, in levels: a larger difference from the background is the background itself, guessed wrong. */
const HALO_LEVELS = 24

/** By how many levels a pixel without foreground may leave the range between the old pixel and the new background. */
const MAX_OVERSHOOT_LEVELS = 6

/** A foreground that moves over a background that stays. All parts have the picture's size. */
export type Layer = {
  picture: Picture
  /** How much of each pixel is the foreground. */
  matte: Mask
  /** Above 0 wherever the foreground may leave a trace: the matte and what a camera's sharpening puts around it. */
  support: Mask
  field: Displacement
  /** Where 255, the result keeps the picture's own pixel whatever moves there. */
  protection?: Mask
}

/**
 * The pixels of the background that the move lays bare, or needs to know to recolour soft edges: 1 wanted, 0 not.
 * Only places with a trace of the foreground are wanted; elsewhere the picture shows the background already.
 * @param kinds of the field's cells, see {@link classifyCells}
 */
export function disocclusionMask(layer: Layer, kinds = classifyCells(layer)): Uint8Array {
  const { picture, matte, support, field } = layer
  const { width, height } = picture
  const wanted = new Uint8Array(width * height)
  const look = (x: number, y: number, dx: number, dy: number): void => {
    if (dx * dx + dy * dy < MIN_VISIBLE_SHIFT * MIN_VISIBLE_SHIFT) return
    if (sampleMask(matte, x + dx, y + dy) > 254) return
    const at = y * width + x
    if (support.data[at]! > 0) wanted[at] = 1
    const sx = Math.floor(x + dx)
    const sy = Math.floor(y + dy)
    for (let k = 0; k < 16; k++) {
      const row = Math.min(height - 1, Math.max(0, sy - 1 + (k >> 2)))
      const from = row * width + Math.min(width - 1, Math.max(0, sx - 1 + (k & 3)))
      if (support.data[from]! > 0) wanted[from] = 1
    }
  }
  forEachMovedPixel(field, width, height, look, { kinds, kind: MIXED })
  return wanted
}

/**
 * Moves the foreground by `field` (backward) over `plate`, the background without it. A soft pixel is
 * I = a F + (1 - a) B; its moved version I(w) + (1 - a(w)) (B(p) - B(w)) swaps the old background for the new one
 * without ever having to know F. Outside the matte (a = 0) the same sum carries along only how the picture differs
 * from its background: the halo of a sharpened edge moves, the background does not. Where nothing moves this is the
 * picture itself, byte for byte.
 * @param kinds of the field's cells, see {@link classifyCells}
 */
export function moveLayer(
  layer: Layer,
  cleanPlate: Picture,
  kinds = classifyCells(layer),
): Picture {
  const { picture, matte, support, field, protection } = layer
  const { width, height } = picture
  const opaque = isOpaque(picture)
  const source = opaque ? picture : premultiply(picture)
  const behind = opaque ? cleanPlate : premultiply(cleanPlate)
  const area = { left: 0, top: 0, width, height }
  const result = warp(picture, field, area, { kinds, kind: SOLID }).data
  const front = new Float64Array(4)
  const under = new Float64Array(4)
  const draw = (x: number, y: number, dx: number, dy: number): void => {
    if (dx * dx + dy * dy < MIN_VISIBLE_SHIFT * MIN_VISIBLE_SHIFT) return
    const at = y * width + x
    const held = protection ? protection.data[at]! / 255 : 0
    if (held === 1) return
    const touched = sampleMask(support, x + dx, y + dy) > 0
    if (!touched && support.data[at] === 0) return
    const bare = touched ? 1 - sampleMask(matte, x + dx, y + dy) / 255 : 1
    if (touched) sampleBicubic(source.data, width, height, x + dx, y + dy, front)
    if (touched && bare > 0) sampleBicubic(behind.data, width, height, x + dx, y + dy, under)
    for (let c = 0; c < 4; c++) {
      const back = behind.data[at * 4 + c]!
      const moved = touched ? compositePixel(front[c]!, back, under[c]!, bare) : back
      result[at * 4 + c] = held ? moved + held * (source.data[at * 4 + c]! - moved) : moved
    }
    if (!opaque) unpremultiplyPixel(result, at * 4)
  }
  forEachMovedPixel(field, width, height, draw, { kinds, kind: MIXED })
  return { width, height, data: result }
}

/**
 * The moved pixel `front` with its share of old background `under` swapped for the new one, `back`. The less of the
 * pixel is foreground, the closer it must stay to what was really there: a wrong guess of `under` shows otherwise.
 */
function compositePixel(front: number, back: number, under: number, bare: number): number {
  if (bare === 0) return front
  if (bare === 1) {
    const off = front - under
    return back + off * Math.exp(-((off / HALO_LEVELS) ** 2))
  }
  const slack = MAX_OVERSHOOT_LEVELS + 255 * (1 - bare)
  const low = Math.min(front, back) - slack
  const high = Math.max(front, back) + slack
  return Math.min(high, Math.max(low, front + bare * (back - under)))
}
