import { KNOWN, type Level, OCCLUDED } from '../../fill/level.ts'
import type { Box } from '../../geometry/box.ts'
import { lowerQuantileOrZero } from '../../geometry/quantile.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import {
  GUARD_THINGS_CONTRAST,
  GUARD_THINGS_DEPTH,
  GUARD_THINGS_ROOM,
  GUARD_THINGS_SIGMAS,
  GUARD_THINGS_SURFACE,
} from './tuning.ts'

/**
 * Marks what lies deeper in the picture and stands out more than anything in the surfaces at its sides: an ornament
 * before a wall, copied along with the wall, would appear again beside the picture.
 * @param stationary how far the side nearest to a pixel of the margin is a surface, see `sideStationarity`
 */
export function guardThings(level: Level, inside: Box, stationary: Float32Array): void {
  const { width, rgb, state, confidence } = level
  const short = Math.min(inside.width, inside.height)
  const known = new Float32Array(state.length)
  for (let i = 0; i < known.length; i++) known[i] = state[i] === KNOWN ? 1 : 0
  const colours = [0, 1, 2].map((c) => {
    const plane = new Float32Array(state.length)
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[3 * i + c]!
    return plane
  })
  const coarse = blurAllWithin(colours, known, level, GUARD_THINGS_SIGMAS.texture * short)
  const broad = blurAllWithin(colours, known, level, GUARD_THINGS_SIGMAS.light * short)
  const contrast = (i: number): number => {
    let sum = 0
    for (let c = 0; c < 3; c++) sum += (coarse[c]![i]! - broad[c]![i]!) ** 2
    return sum
  }
  const isSurface = nearSurfaces(level, inside, stationary)
  const own: number[] = []
  for (let i = 0; i < state.length; i++) {
    if (isSurface[i] && state[i] === KNOWN) own.push(contrast(i))
  }
  const usual = lowerQuantileOrZero(Float32Array.from(own), GUARD_THINGS_CONTRAST.quantile)
  const most = Math.max(GUARD_THINGS_CONTRAST.least, GUARD_THINGS_CONTRAST.times * usual)
  const things: number[] = []
  for (let i = 0; i < state.length; i++) {
    if (state[i] === KNOWN && !isSurface[i] && contrast(i) > most) things.push(i)
  }
  const room = Math.max(1, Math.round(GUARD_THINGS_ROOM * short))
  for (const thing of things) {
    const [x, y] = [thing % width, Math.floor(thing / width)]
    for (let v = Math.max(inside.top, y - room); v <= y + room; v++) {
      for (let u = Math.max(inside.left, x - room); u <= x + room; u++) {
        const i = v * width + u
        if (u >= width || state[i] !== KNOWN || isSurface[i]) continue
        state[i] = OCCLUDED
        confidence[i] = 0
      }
    }
  }
}

/** 1 for the pixels of the picture that are near a side behind which a surface goes on. */
function nearSurfaces(
  { width, height, state }: Level,
  inside: Box,
  stationary: Float32Array,
): Uint8Array {
  const depth = Math.round(GUARD_THINGS_DEPTH * Math.min(inside.width, inside.height))
  const [right, bottom] = [inside.left + inside.width, inside.top + inside.height]
  const is = new Uint8Array(state.length)
  const isSide = (i: number): boolean => stationary[i]! >= GUARD_THINGS_SURFACE
  for (let y = inside.top; y < bottom; y++) {
    for (let x = inside.left; x < right; x++) {
      const isBeside =
        (x - inside.left < depth && inside.left > 0 && isSide(y * width + inside.left - 1)) ||
        (right - x <= depth && right < width && isSide(y * width + right)) ||
        (y - inside.top < depth && inside.top > 0 && isSide((inside.top - 1) * width + x)) ||
        (bottom - y <= depth && bottom < height && isSide(bottom * width + x))
      if (isBeside) is[y * width + x] = 1
    }
  }
  return is
}
