import type { Size } from '../geometry/size.ts'
import { growMask } from '../raster/mask/grow-mask.ts'
import { KNOWN, type Level, sourceCentres, TARGET } from './level.ts'
import { PATCH_RADIUS } from './patch-distance.ts'
import { UNLIKE } from './tuning.ts'

/** Bins of the colour cube along each of its sides. */
const SIDE = 256 / UNLIKE.bin

/**
 * The centres of patches that show what the rim of the target does not, such as a picture that hangs elsewhere on the
 * wall: a coarse fill that copied one would stand as a thing of its own in the target. A coarse patch is so large that
 * between things there may be none that shows the wall alone: then the fill begins on a finer level.
 * @param levels from fine to coarse; those that are too coarse are dropped
 * @returns 1 for each centre on the coarsest level that is left; undefined where the rim shows nearly all that there
 * is, or there are too few patches on each level
 */
export function findUnlike(levels: Level[]): Uint8Array | undefined {
  const least = Math.max(1, levels.length - 1 - UNLIKE.dropped)
  for (let n = levels.length - 1; n >= least; n--) {
    const strange = strangePixels(levels[n]!)
    if (!strange) return
    const unlike = patchesWith(strange, levels[n]!)
    if (!unlike) continue
    levels.length = n + 1
    return unlike
  }
  return
}

/** 1 for each known pixel of a colour that is not usual on the rim; undefined where hardly any is. */
function strangePixels(level: Level): Uint8Array | undefined {
  const isUsual = usualColours(level)
  if (!isUsual) return
  const strange = new Uint8Array(level.state.length)
  let [known, unusual] = [0, 0]
  for (let i = 0; i < strange.length; i++) {
    if (level.state[i] !== KNOWN) continue
    known++
    strange[i] = 1 - isUsual[binOf(level, i)]!
    unusual += strange[i]!
  }
  return unusual < UNLIKE.strange * known ? undefined : strange
}

/** 1 for each pixel whose patch has too many strange ones; undefined where too few patches would be left. */
function patchesWith(strange: Uint8Array, level: Level): Uint8Array | undefined {
  const counts = countAround(strange, level)
  const centres = sourceCentres(level, PATCH_RADIUS)
  const sorted = counts.filter((_, i) => centres[i] === 1).sort()
  const area = (2 * PATCH_RADIUS + 1) ** 2
  const least = sorted[Math.floor(UNLIKE.left * sorted.length)] ?? area
  if (least > UNLIKE.patch.most * area) return
  const most = Math.max(UNLIKE.patch.least * area, least)
  return counts.map((count) => (count > most ? 1 : 0))
}

function binOf({ rgb }: Level, i: number): number {
  const [r, g, b] = [0, 1, 2].map((c) => Math.floor(rgb[3 * i + c]! / UNLIKE.bin))
  return (r! * SIDE + g!) * SIDE + b!
}

/** 1 for each bin of colour that is usual beside the target, or near one; undefined where hardly anything is. */
function usualColours(level: Level): Uint8Array | undefined {
  const { state } = level
  const target = state.map((is) => (is === TARGET ? 1 : 0))
  const near = growMask(target, level, UNLIKE.rim)
  const counts = new Float64Array(SIDE ** 3)
  let rim = 0
  for (let i = 0; i < state.length; i++) {
    if (near[i] === 0 || state[i] !== KNOWN) continue
    counts[binOf(level, i)]!++
    rim++
  }
  if (rim < UNLIKE.fewest) return
  const steps = [...stepsWithin(UNLIKE.apart / UNLIKE.bin)]
  const sums = new Float64Array(counts.length)
  const isIn = (n: number): boolean => n >= 0 && n < SIDE
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin] === 0) continue
    const [r, g, b] = [Math.floor(bin / SIDE ** 2), Math.floor(bin / SIDE) % SIDE, bin % SIDE]
    for (const [byR, byG, byB] of steps) {
      if (!isIn(r + byR) || !isIn(g + byG) || !isIn(b + byB)) continue
      sums[bin + (byR * SIDE + byG) * SIDE + byB]! += counts[bin]!
    }
  }
  return Uint8Array.from(sums, (sum) => (sum >= UNLIKE.share * rim ? 1 : 0))
}

/** Steps between bins that are less than so many bins apart. */
function* stepsWithin(apart: number): Generator<[number, number, number]> {
  const most = Math.ceil(apart)
  for (let r = -most; r <= most; r++) {
    for (let g = -most; g <= most; g++) {
      for (let b = -most; b <= most; b++) if (Math.hypot(r, g, b) < apart) yield [r, g, b]
    }
  }
}

/** How many pixels of the patch around each one are set. */
function countAround(mask: Uint8Array, { width, height }: Size): Uint8Array {
  const along = sumsAlong(mask, width, 1, width * height)
  return sumsAlong(along, width * height, width, width * height)
}

/** Sums over a patch's side, `step` apart, within lines of `length` pixels. */
function sumsAlong(values: Uint8Array, length: number, step: number, count: number): Uint8Array {
  const sums = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const line = i - (i % length)
    const reach = PATCH_RADIUS * step
    const from = Math.max(line + ((i - line) % step), i - reach)
    const to = Math.min(line + length - 1, i + reach)
    for (let k = from; k <= to; k += step) sums[i] = sums[i]! + values[k]!
  }
  return sums
}
