import type { Size } from '../geometry/size.ts'
import { bitsAbove } from '../raster/mask/bit-mask.ts'
import { fillRuns } from '../raster/mask/fill-runs.ts'
import { findRegions } from '../raster/mask/find-regions.ts'
import type { Levels } from './product.ts'
import { DARK_SURFACE } from './tuning.ts'

/**
 * Adds to a dark ground the surfaces of a stand that jewellery is shown on, such as a bust of black leather: what is
 * broad, grey and smooth, however it is lit, and what is hardly lighter than such a surface or the ground beside it, as
 * the edge of the bust and what shows of it between stones. `mask` is changed.
 * @param mask 1 where the ground shows
 * @returns the share of the picture that surfaces were added to, 0–1
 */
export function addDarkSurfaces(mask: Float32Array, levels: Levels, size: Size): number {
  const { red, green, blue } = levels
  const { width, height } = size
  const { step, hue, most, least } = DARK_SURFACE
  const light = new Float32Array(mask.length)
  for (let at = 0; at < light.length; at++) light[at] = Math.max(red[at]!, green[at]!, blue[at]!)
  const smooth = new Float32Array(mask.length)
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const own = light[at]!
      if (own > most || own - Math.min(red[at]!, green[at]!, blue[at]!) > hue) continue
      const isEven = (by: number): boolean => Math.abs(light[at + by]! - own) <= step
      if (isEven(-1) && isEven(1) && isEven(-width) && isEven(width)) smooth[at] = 1
    }
  }
  let added = 0
  for (const { count, runs } of findRegions(bitsAbove(smooth, size, 0.5))) {
    if (count < least * mask.length) continue
    for (let run = 0; run < runs.length; run += 2) {
      for (let at = runs[run]!; at < runs[run + 1]!; at++) if (mask[at] === 0) added++
    }
    fillRuns(mask, runs, 1)
  }
  addBeside(mask, light, size)
  return added / mask.length
}

/** Adds what is lighter than some of the ground near it by no more than a few levels. */
function addBeside(mask: Float32Array, light: Float32Array, { width, height }: Size): void {
  const reach = Math.max(2, Math.round(DARK_SURFACE.reach * Math.max(width, height)))
  const ground = mask.slice()
  const isBeside = (x: number, y: number, least: number): boolean => {
    const [right, bottom] = [Math.min(width - 1, x + reach), Math.min(height - 1, y + reach)]
    for (let row = Math.max(0, y - reach); row <= bottom; row++) {
      for (let column = Math.max(0, x - reach); column <= right; column++) {
        const at = row * width + column
        if (ground[at] === 1 && light[at]! >= least) return true
      }
    }
    return false
  }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (mask[at] === 0 && isBeside(x, y, light[at]! - DARK_SURFACE.lighter)) mask[at] = 1
    }
  }
}
