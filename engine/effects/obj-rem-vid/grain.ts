import type { Box } from '../../geometry/box.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import type { Frame } from '../../video/video-info.ts'
import {
  GRAIN_LEAST,
  GRAIN_MOST,
  GRAIN_QUANTILE,
  GRAIN_SAMPLES,
  LEAST_SAMPLES,
  MAGNITUDE_AT_QUANTILE,
  MOST_STEP,
} from './tuning.ts'

/**
 * The grain that a frame has beside a hole and its background has not, as a standard deviation in levels of luma: by
 * how much more neighbours differ. Background that was averaged over frames has lost its grain, what a single frame
 * shows has its own; and no more is missing than by what the two differ.
 */
export function grainOf(
  { width, planes }: Frame,
  box: Box,
  weight: Float32Array,
  behind: Float32Array,
): number {
  const apart: number[] = []
  let [more, count] = [0, 0]
  const stride = Math.max(1, Math.floor(weight.length / GRAIN_SAMPLES)) | 1
  for (let at = stride; at < weight.length; at += stride) {
    if (weight[at]! > 0 || weight[at - 1]! > 0 || at % box.width === 0) continue
    if (behind[at] === 0 || behind[at - 1] === 0) continue
    const from = (box.top + Math.floor(at / box.width)) * width + box.left + (at % box.width)
    const own = planes[from]! - planes[from - 1]!
    const there = behind[at]! - behind[at - 1]!
    apart.push(Math.abs(own - there) / Math.SQRT2)
    if (Math.max(Math.abs(own), Math.abs(there)) > MOST_STEP) continue
    more += (own ** 2 - there ** 2) / 2
    count++
  }
  if (apart.length < LEAST_SAMPLES) return 0
  apart.sort((one, other) => one - other)
  const most = apart[Math.floor(GRAIN_QUANTILE * apart.length)]! / MAGNITUDE_AT_QUANTILE
  return Math.min(GRAIN_MOST, most, Math.sqrt(Math.max(0, more) / Math.max(1, count)))
}

const NOISES = 1 << 16
let noises: Float32Array | undefined

/** Adds grain of a standard deviation to levels, another one in each frame and the same in each run. */
export function addGrain(levels: Float32Array, width: number, sigma: number, frame: number): void {
  if (sigma < GRAIN_LEAST) return
  noises ??= normalNoise()
  const random = seededRandom(frame * 2 + 1)
  for (let row = 0; row < levels.length; row += width) {
    let from = Math.floor(random() * NOISES)
    for (let at = row; at < row + width; at++) {
      levels[at] = levels[at]! + sigma * noises[from]!
      from = (from + 1) & (NOISES - 1)
    }
  }
}

/** Sums of uniform numbers are as good as normal here. */
function normalNoise(): Float32Array {
  const random = seededRandom()
  return Float32Array.from({ length: NOISES }, () => {
    let sum = -3
    for (let n = 0; n < 6; n++) sum += random()
    return sum * Math.SQRT2
  })
}
