import type { Box } from '../geometry/box.ts'
import { catmullRomWeights } from '../geometry/catmull-rom.ts'
import { MIN_VISIBLE_SHIFT } from '../raster/tuning.ts'
import { interpolationWeights, type Taps } from './interpolation.ts'
import type { Samples, ScratchFile } from './scratch-file.ts'
import type { Change } from './split-change.ts'

/** Rows of the source that are changed at once. */
const STRIP_ROWS = 64

/** A mask below this changes no value of 8 bits. */
const LEAST_MASK = 1 / 512

/** Rows above and below a position that Catmull-Rom interpolation reads at most. */
const REACH = 2

/**
 * Carries a change up to the size of its source and applies it there, strip by strip: memory grows with the width of a
 * strip and the height of its motion, not with the picture. Pixels outside the change keep their values.
 * @param crop the part of the scratch file that was sent, in its own pixels
 * @returns how many pixels differ now
 */
export async function applyChange(file: ScratchFile, change: Change, crop: Box): Promise<number> {
  const across = axis(crop.left, crop.width, change.sent.width, change.area.left, change.area.width)
  const down = axis(crop.top, crop.height, change.sent.height, change.area.top, change.area.height)
  const scale = { x: crop.width / change.sent.width, y: crop.height / change.sent.height }
  const reach = verticalReach(change, scale.y)
  let changed = 0
  /** The source's own rows from `top` on; rows above the strip may have been written already. */
  let rows: Rows | undefined
  for (let first = down.first; first < down.end; first += STRIP_ROWS) {
    const end = Math.min(down.end, first + STRIP_ROWS)
    rows = await slide(
      file,
      rows,
      Math.max(0, first - reach.up),
      Math.min(file.height, end + reach.down),
    )
    const strip = samples(file, end - first)
    const stride = file.width * file.channels
    strip.set(rows.data.subarray((first - rows.top) * stride, (end - rows.top) * stride))
    const count = changeStrip({ file, change, across, down, scale, rows, strip, first, end })
    if (count > 0) await file.writeRows(first, strip)
    changed += count
  }
  return changed
}

type Axis = { first: number; end: number; smooth: Taps; linear: Taps }

/** Along one side: which pixels of the source lie in the change's area, and the samples they are made of. */
function axis(
  start: number,
  length: number,
  sent: number,
  areaStart: number,
  areaLength: number,
): Axis {
  const factor = sent / length
  // At the edge of what was sent no sample lies further out, and the last one repeats.
  const first = areaStart > 0 ? start + Math.floor((areaStart + 0.5) / factor) : start
  const areaEnd = areaStart + areaLength
  const end = start + (areaEnd < sent ? Math.ceil((areaEnd - 0.5) / factor) : length)
  const positions = Float64Array.from(
    { length: end - first },
    (_, n) => (first - start + n + 0.5) * factor - 0.5 - areaStart,
  )
  return {
    first,
    end: first + positions.length,
    smooth: interpolationWeights(positions, areaLength, 'lanczos3'),
    linear: interpolationWeights(positions, areaLength, 'linear'),
  }
}

/** How many rows of the source above and below its own a changed pixel may read. */
function verticalReach({ dy }: Change, scale: number): { up: number; down: number } {
  let [low, high] = [0, 0]
  for (const value of dy) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return { up: Math.ceil(-low * scale) + REACH, down: Math.ceil(high * scale) + REACH }
}

type Rows = { top: number; bottom: number; data: Samples }

function samples({ width, channels, white }: ScratchFile, rows: number): Samples {
  const length = rows * width * channels
  return white === 255 ? new Uint8Array(length) : new Uint16Array(length)
}

/** The rows from `top` to `bottom`: those that were read before are kept, because the file may have changed since. */
async function slide(
  file: ScratchFile,
  before: Rows | undefined,
  top: number,
  bottom: number,
): Promise<Rows> {
  const stride = file.width * file.channels
  const data = samples(file, bottom - top)
  const kept = before && before.top <= top && before.bottom > top ? before : undefined
  if (kept) data.set(kept.data.subarray((top - kept.top) * stride))
  const from = kept?.bottom ?? top
  if (bottom > from) {
    await file.readRows(from, bottom - from, data.subarray((from - top) * stride))
  }
  return { top, bottom, data }
}

type Strip = {
  file: ScratchFile
  change: Change
  across: Axis
  down: Axis
  scale: { x: number; y: number }
  rows: Rows
  strip: Samples
  first: number
  end: number
}

/** Changes the rows of a strip. @returns how many pixels differ now */
function changeStrip({
  file,
  change,
  across,
  down,
  scale,
  rows,
  strip,
  first,
  end,
}: Strip): number {
  const { width: columns } = change.area
  const { dx, dy, detail, mask, base } = change
  const { width, height, channels, white } = file
  const colours = Math.min(channels, base.length)
  const lines = {
    mask: new Float32Array(columns),
    detail: new Float32Array(columns),
    dx: new Float32Array(columns),
    dy: new Float32Array(columns),
    base: base.map(() => new Float32Array(columns)),
  }
  const weights = new Float64Array(8)
  let changed = 0
  for (let y = first; y < end; y++) {
    const nth = y - down.first
    blendRows(mask, columns, down.linear, nth, lines.mask)
    if (!lines.mask.some((value) => value >= LEAST_MASK)) continue
    blendRows(detail, columns, down.linear, nth, lines.detail)
    blendRows(dx, columns, down.linear, nth, lines.dx)
    blendRows(dy, columns, down.linear, nth, lines.dy)
    for (let c = 0; c < colours; c++) blendRows(base[c]!, columns, down.smooth, nth, lines.base[c]!)
    for (let x = across.first; x < across.end; x++) {
      const n = x - across.first
      const share = blend(lines.mask, across.linear, n)
      if (share < LEAST_MASK) continue
      const kept = blend(lines.detail, across.linear, n)
      const moveX = blend(lines.dx, across.linear, n) * scale.x
      const moveY = blend(lines.dy, across.linear, n) * scale.y
      const still = Math.abs(moveX) < MIN_VISIBLE_SHIFT && Math.abs(moveY) < MIN_VISIBLE_SHIFT
      const fromX = Math.min(width - 1, Math.max(0, x + moveX))
      const fromY = Math.min(height - 1, Math.max(0, y + moveY))
      const x0 = Math.floor(fromX)
      const y0 = Math.floor(fromY)
      if (!still) {
        catmullRomWeights(fromX - x0, weights, 0)
        catmullRomWeights(fromY - y0, weights, 4)
      }
      const to = ((y - first) * width + x) * channels
      let differs = 0
      for (let c = 0; c < colours; c++) {
        const own = strip[to + c]!
        const moved = still ? own : sampleRows(rows, width, height, channels, c, x0, y0, weights)
        const value = kept * moved + white * blend(lines.base[c]!, across.smooth, n)
        const mixed = Math.round(own + share * (value - own))
        const level = mixed < 0 ? 0 : mixed > white ? white : mixed
        if (level !== own) differs = 1
        strip[to + c] = level
      }
      changed += differs
    }
  }
  return changed
}

/** The weighted sum of some rows of a plane. */
function blendRows(
  plane: Float32Array,
  columns: number,
  taps: Taps,
  nth: number,
  out: Float32Array,
): void {
  const { count, index, weight } = taps
  out.fill(0)
  for (let k = nth * count; k < (nth + 1) * count; k++) {
    const w = weight[k]!
    if (w === 0) continue
    const start = index[k]! * columns
    for (let x = 0; x < columns; x++) out[x] = out[x]! + w * plane[start + x]!
  }
}

/** The weighted sum of some values of a line. */
function blend(line: Float32Array, { count, index, weight }: Taps, nth: number): number {
  let sum = 0
  for (let k = nth * count; k < (nth + 1) * count; k++) sum += weight[k]! * line[index[k]!]!
  return sum
}

/** The source between its pixels, from the rows in memory; the picture's edges repeat. */
function sampleRows(
  { top, bottom, data }: Rows,
  width: number,
  height: number,
  channels: number,
  channel: number,
  x0: number,
  y0: number,
  weights: Float64Array,
): number {
  let sum = 0
  for (let j = 0; j < 4; j++) {
    const row = Math.max(top, Math.min(bottom - 1, Math.min(height - 1, y0 - 1 + j)))
    const start = (row - top) * width
    let line = 0
    for (let i = 0; i < 4; i++) {
      const x = x0 - 1 + i
      const column = x < 0 ? 0 : x >= width ? width - 1 : x
      line += weights[i]! * data[(start + column) * channels + channel]!
    }
    sum += weights[4 + j]! * line
  }
  return sum
}
