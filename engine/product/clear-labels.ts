import type { Box } from '../geometry/box.ts'
import { medianOrZero } from '../geometry/quantile.ts'
import type { Size } from '../geometry/size.ts'
import { bitsAbove, bitsOfBytes } from '../raster/mask/bit-mask.ts'
import { fillRuns } from '../raster/mask/fill-runs.ts'
import { findRegions, type Region } from '../raster/mask/find-regions.ts'
import { growMask } from '../raster/mask/grow-mask.ts'
import type { Levels } from './product.ts'
import {
  FAINT_MARK,
  FAINT_MARK_SOLID,
  LABEL_FREE,
  LABEL_INK,
  LABEL_LETTER,
  LABEL_REST,
  LABEL_RIM,
  LABEL_WORD,
  PIECE_SOLID,
} from './tuning.ts'

/**
 * Clears what a shop has written beside a product: words in black, and where there are words, the arrows and lines
 * that go with them, which may touch the product. Alpha is changed.
 */
export function clearLabels(alpha: Float32Array, { red, green, blue }: Levels, size: Size): void {
  const side = Math.max(size.width, size.height)
  const hue = (at: number): number =>
    Math.max(red[at]!, green[at]!, blue[at]!) - Math.min(red[at]!, green[at]!, blue[at]!)
  const ink = new Uint8Array(alpha.length)
  for (let at = 0; at < ink.length; at++) {
    if (alpha[at]! <= PIECE_SOLID) continue
    const most = Math.max(red[at]!, green[at]!, blue[at]!)
    if (most <= LABEL_INK.most && hue(at) <= LABEL_INK.hue) ink[at] = 1
  }
  const marks = findRegions(bitsOfBytes(ink, size)).filter(
    (mark) => mark.count >= LABEL_LETTER.pixels && freedom(mark, alpha, ink, size) > LABEL_FREE,
  )
  const letters = marks.filter(
    ({ box: { height } }) =>
      height > LABEL_LETTER.least * side && height < LABEL_LETTER.most * side,
  )
  if (!hasWord(letters)) return
  const label = new Uint8Array(alpha.length)
  for (const { runs } of marks) fillRuns(label, runs, 1)
  const rim = growMask(label, size, LABEL_RIM.reach)
  const without = alpha.map((share, at) =>
    label[at] === 1 || (rim[at] === 1 && hue(at) <= LABEL_RIM.hue) ? 0 : share,
  )
  const isLeft = findRegions(bitsAbove(without, size, 0.5)).some(
    ({ box }) => Math.hypot(box.width, box.height) > LABEL_REST * side,
  )
  if (isLeft) alpha.set(without)
}

/**
 * Clears the marks that a shop lays over its pictures: what lies apart from the product and is nearly as light as the
 * ground all over, as no stone is. Alpha is changed.
 * @param ground the sRGB levels of the ground
 */
export function clearFaintMarks(
  alpha: Float32Array,
  { red, green, blue }: Levels,
  size: Size,
  [r, g, b]: readonly [number, number, number],
): void {
  const isFaint = (at: number): boolean =>
    Math.max(Math.abs(red[at]! - r), Math.abs(green[at]! - g), Math.abs(blue[at]! - b)) < FAINT_MARK
  const pieces = findRegions(bitsAbove(alpha, size, FAINT_MARK_SOLID))
  const largest = pieces.reduce((most, { count }) => Math.max(most, count), 0)
  for (const { count, runs } of pieces) {
    if (count === largest || !everyPixel(runs, isFaint)) continue
    fillRuns(alpha, runs, 0)
  }
}

function everyPixel(runs: Int32Array, holds: (at: number) => boolean): boolean {
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) if (!holds(at)) return false
  }
  return true
}

/** The share of what is beside a mark of ink that is neither the product nor ink. */
function freedom(
  { runs }: Region,
  alpha: Float32Array,
  ink: Uint8Array,
  { width, height }: Size,
): number {
  let [free, all] = [0, 0]
  const far = LABEL_RIM.reach + 1
  const look = (at: number): void => {
    const x = at % width
    const y = (at - x) / width
    for (const [dx, dy] of AROUND) {
      if (ink[at + dy * width + dx] === 1) continue
      const [column, row] = [x + far * dx, y + far * dy]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const to = row * width + column
      if (ink[to] === 1) continue
      all++
      if (alpha[to]! < 0.5) free++
    }
  }
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) look(at)
  }
  return all === 0 ? 0 : free / all
}

const AROUND = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

type Letter = { box: Box; count: number }

/** Whether some of these follow each other on one line as letters do. */
function hasWord(letters: readonly Letter[]): boolean {
  const sorted = letters.toSorted((a, b) => a.box.left - b.box.left)
  return sorted.some((first, nth) => {
    const word = [first]
    for (const next of sorted.slice(nth + 1)) {
      const last = word.at(-1)!.box
      const tall = Math.max(last.height, next.box.height)
      const isNear = next.box.left - last.left - last.width <= LABEL_WORD.gap * tall
      const apart = Math.abs(next.box.top + next.box.height - last.top - last.height)
      if (isNear && apart <= LABEL_WORD.line * tall) word.push(next)
    }
    const filled = medianOrZero(word.map(({ box, count }) => count / (box.width * box.height)))
    return word.length >= LABEL_WORD.letters && filled < LABEL_WORD.filled
  })
}
