import { Fault } from '../../../../catalog/failures/fault.ts'
import { luma } from '../../../raster/colour/luma.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { CHANGE_SEEN, SAME_PATTERN } from '../tuning.ts'

/** @throws Fault `unchanged` for a garment that looks like the one that is worn */
export function requireChange(before: Picture, after: Picture, worn: Mask): void {
  const change = meanChange(before, after, worn)
  if (change >= CHANGE_SEEN && !hasSamePattern(before, after, worn)) return
  throw new Fault('unchanged', 'The garment of the reference looks like the one that is worn.')
}

/** The mean difference over what was worn, in levels. */
function meanChange(before: Picture, after: Picture, { data: worn }: Mask): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < worn.length; at += 3) {
    if (worn[at]! < 200) continue
    for (let c = 0; c < 3; c++) sum += Math.abs(before.data[at * 4 + c]! - after.data[at * 4 + c]!)
    count += 3
  }
  return count === 0 ? 0 : sum / count
}

/**
 * Whether both pictures show stripes or another pattern of the same colours in the same shares, and as fine: put on
 * once more it lies a little aside, and differs nearly everywhere.
 */
function hasSamePattern(before: Picture, after: Picture, worn: Mask): boolean {
  const [old, own] = [patternOf(before, worn), patternOf(after, worn)]
  const spread = spreadOf(old.light)
  if (spread < SAME_PATTERN.spread) return false
  const isAsFine = (one: number, other: number): boolean =>
    Math.max(one, other) <= SAME_PATTERN.finer * Math.max(SAME_PATTERN.grain, Math.min(one, other))
  return (
    isAsFine(old.across, own.across) &&
    isAsFine(old.down, own.down) &&
    apart(old.light, own.light) < SAME_PATTERN.light * spread &&
    Math.max(apart(old.red, own.red), apart(old.blue, own.blue)) < SAME_PATTERN.colour
  )
}

/**
 * How often each level of light is, and each of how much more red and blue there is than green, halved, from 128; by
 * how much the light of pixels beside and below each other differs, in levels.
 */
type Pattern = Record<'light' | 'red' | 'blue', Float64Array> & { across: number; down: number }

function patternOf({ width, data }: Picture, { data: worn }: Mask): Pattern {
  const [light, red, blue] = [0, 1, 2].map(() => new Float64Array(256)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const count = (levels: Float64Array, level: number): void => {
    levels[Math.round(level)]! += 1
  }
  const lightAt = (at: number): number => luma(data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!)
  let [all, across, down] = [0, 0, 0]
  for (let at = 0; at + width < worn.length; at += 3) {
    if (worn[at]! < 200 || worn[at + 1]! < 200 || worn[at + width]! < 200) continue
    const own = lightAt(at)
    count(light, own)
    count(red, (255 + data[4 * at]! - data[4 * at + 1]!) / 2)
    count(blue, (255 + data[4 * at + 2]! - data[4 * at + 1]!) / 2)
    across += Math.abs(own - lightAt(at + 1))
    down += Math.abs(own - lightAt(at + width))
    all++
  }
  for (const levels of [light, red, blue]) {
    for (let level = 0; level < 256; level++) levels[level] = levels[level]! / Math.max(1, all)
  }
  return { light, red, blue, across: across / Math.max(1, all), down: down / Math.max(1, all) }
}

/** How far levels lie from their mean, on average. */
function spreadOf(levels: Float64Array): number {
  const mean = levels.reduce((sum, share, level) => sum + share * level, 0)
  return levels.reduce((sum, share, level) => sum + share * Math.abs(level - mean), 0)
}

/**
 * By how much the levels of one would have to change at the least to become those of the other, on average (the
 * Wasserstein distance of their histograms).
 */
function apart(one: Float64Array, other: Float64Array): number {
  let [sum, ahead] = [0, 0]
  for (let level = 0; level < 256; level++) {
    ahead += one[level]! - other[level]!
    sum += Math.abs(ahead)
  }
  return sum
}
