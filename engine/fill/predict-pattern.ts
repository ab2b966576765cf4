import { roundedLuma } from '../raster/colour/luma.ts'
import { blurAllWithin, blurWithin } from '../raster/filter/blur.ts'
import { KNOWN, type Level, TARGET } from './level.ts'
import {
  findRepeatingOffsets,
  type KnownLuma,
  type Repeat,
  refineOffsets,
} from './repeating-offsets.ts'
import {
  PATTERN_CERTAIN,
  PATTERN_MIN_CONTRAST,
  PATTERN_REDUCED,
  PATTERN_SHADING_SIGMA,
  PATTERN_SPREAD,
} from './tuning.ts'

/**
 * Predicts the target of a picture with a pattern (bricks, knitwear, panes): each pixel is copied from one of the
 * offsets after which the picture repeats itself, the one that fits best to what is known around it. Labelling as in
 * He and Sun (2012); their graph cut is replaced by spreading each offset's mismatch from the border into the target,
 * which gives connected labels too, because among offsets of a pattern seams do not show. Changes the colours of
 * target pixels, whose states stay.
 * @returns whether it is a pattern for certain: one thing beside another repeats after few offsets, a pattern after
 * many
 */
export function predictPattern(level: Level): boolean {
  const fine = lumaOf(level)
  if (deviationOf(fine) < PATTERN_MIN_CONTRAST) return false
  const small = withoutShading(reduced(fine))
  const offsets = atFullSize(fine, findRepeatingOffsets(small))
  if (offsets.length === 0) return false
  const order = labels(small, offsets)
  const { width, height, rgb, state } = level
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(small.height - 1, Math.floor(y / PATTERN_REDUCED)) * small.width
    for (let x = 0; x < width; x++, i++) {
      if (state[i] !== TARGET) continue
      const cell = row + Math.min(small.width - 1, Math.floor(x / PATTERN_REDUCED))
      const from = sourceOf(level, x, y, order(cell), offsets)
      if (from < 0) continue
      for (let c = 0; c < 3; c++) rgb[3 * i + c] = rgb[3 * from + c]!
    }
  }
  return offsets.length >= PATTERN_CERTAIN
}

/** The first known pixel that the offsets, in this order, lead to; -1 where there is none. */
function sourceOf(
  { width, height, state }: Level,
  x: number,
  y: number,
  order: readonly number[],
  offsets: readonly Repeat[],
): number {
  for (const n of order) {
    const fx = x + offsets[n]!.x
    const fy = y + offsets[n]!.y
    if (fx < 0 || fy < 0 || fx >= width || fy >= height) continue
    if (state[fy * width + fx] === KNOWN) return fy * width + fx
  }
  return -1
}

function atFullSize(fine: KnownLuma, offsets: readonly Repeat[]): Repeat[] {
  const enlarged = offsets.map(({ x, y, unlike }) => ({
    x: PATTERN_REDUCED * x,
    y: PATTERN_REDUCED * y,
    unlike,
  }))
  return refineOffsets(fine, enlarged, PATTERN_REDUCED - 1)
}

/** For each cell the offsets from the one that fits best around it to the one that fits worst. */
function labels(small: KnownLuma, offsets: readonly Repeat[]): (cell: number) => readonly number[] {
  const { width, height, luma, known } = small
  const mismatch = offsets.map(({ x, y }) => {
    const [dx, dy] = [Math.round(x / PATTERN_REDUCED), Math.round(y / PATTERN_REDUCED)]
    return luma.map((own, i) => {
      const fx = (i % width) + dx
      const fy = Math.floor(i / width) + dy
      if (!known[i] || fx < 0 || fy < 0 || fx >= width || fy >= height) return 0
      const from = fy * width + fx
      return known[from] ? Math.min(2500, (own - luma[from]!) ** 2) : 0
    })
  })
  const weight = Float32Array.from(known)
  const spread = blurAllWithin(mismatch, weight, small, PATTERN_SPREAD * Math.min(width, height))
  const found = new Map<number, readonly number[]>()
  return (cell) => {
    const own =
      found.get(cell) ??
      offsets.map((_, n) => n).toSorted((a, b) => spread[a]![cell]! - spread[b]![cell]!)
    found.set(cell, own)
    return own
  }
}

function lumaOf({ width, height, rgb, state }: Level): KnownLuma {
  const luma = new Float32Array(width * height)
  const known = new Uint8Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    luma[i] = roundedLuma(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!)
    known[i] = state[i] === KNOWN ? 1 : 0
  }
  return { width, height, luma, known }
}

/** Means of blocks, known where all of a block is. */
function reduced({ width, height, luma, known }: KnownLuma): KnownLuma {
  const size = {
    width: Math.floor(width / PATTERN_REDUCED),
    height: Math.floor(height / PATTERN_REDUCED),
  }
  const small = {
    ...size,
    luma: new Float32Array(size.width * size.height),
    known: new Uint8Array(size.width * size.height).fill(1),
  }
  for (let y = 0; y < size.height * PATTERN_REDUCED; y++) {
    for (let x = 0; x < size.width * PATTERN_REDUCED; x++) {
      const at = Math.floor(y / PATTERN_REDUCED) * size.width + Math.floor(x / PATTERN_REDUCED)
      const i = y * width + x
      small.luma[at] = small.luma[at]! + luma[i]! / PATTERN_REDUCED ** 2
      if (!known[i]) small.known[at] = 0
    }
  }
  return small
}

function withoutShading(small: KnownLuma): KnownLuma {
  const shading = blurWithin(
    small.luma,
    Float32Array.from(small.known),
    small,
    PATTERN_SHADING_SIGMA,
  )
  return { ...small, luma: small.luma.map((own, i) => own - shading[i]!) }
}

function deviationOf({ luma, known }: KnownLuma): number {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < luma.length; i++) {
    if (!known[i]) continue
    count++
    sum += luma[i]!
    squares += luma[i]! ** 2
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
