import { crop, paste } from '../../raster/crop.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Size } from './blur.ts'
import type { Canvas, Tone } from './canvas.ts'
import { fromLab } from './lab.ts'

/** A change below this, in levels of 255, is nobody's wish but rounding: the pixel keeps its bytes. */
const UNSEEN = 0.2

/**
 * Carries what was done to a canvas over to the picture, at the picture's own resolution: each pixel is moved by as many
 * levels as its place on the canvas was, so detail finer than the canvas stays. Pixels of unchanged places, and alpha,
 * keep their bytes.
 */
export function repaint(picture: Picture, canvas: Canvas, tone: Tone): Picture {
  const { area, factor, width } = canvas
  const change = changeOf(canvas, tone)
  const patch = crop(picture, area)
  const row = new Float32Array(width * 3)
  const { before, part } = steps(area.width, factor, width)
  for (let y = 0; y < area.height; y++) {
    if (!mixRows(change, canvas, place(y, factor, canvas.height), row)) continue
    let at = y * area.width * 4
    for (let x = 0; x < area.width; x++, at += 4) {
      const i = before[x]! * 3
      const next = Math.min(row.length - 3, i + 3)
      const u = part[x]!
      const r = row[i]! + u * (row[next]! - row[i]!)
      const g = row[i + 1]! + u * (row[next + 1]! - row[i + 1]!)
      const b = row[i + 2]! + u * (row[next + 2]! - row[i + 2]!)
      if (Math.abs(r) + Math.abs(g) + Math.abs(b) < UNSEEN) continue
      patch.data[at] = patch.data[at]! + r
      patch.data[at + 1] = patch.data[at + 1]! + g
      patch.data[at + 2] = patch.data[at + 2]! + b
    }
  }
  return paste(picture, patch, area.left, area.top)
}

/** By how many levels red, green and blue of each canvas pixel changed. */
function changeOf(canvas: Canvas, { l, a, b }: Tone): Float32Array {
  const from = canvas.tone
  const change = new Float32Array(l.length * 3)
  const [old, now] = [new Float64Array(3), new Float64Array(3)]
  for (let i = 0; i < l.length; i++) {
    if (l[i] === from.l[i] && a[i] === from.a[i] && b[i] === from.b[i]) continue
    fromLab(from.l[i]!, from.a[i]!, from.b[i]!, old)
    fromLab(l[i]!, a[i]!, b[i]!, now)
    for (let c = 0; c < 3; c++) change[3 * i + c] = now[c]! - old[c]!
  }
  return change
}

/** Where a source pixel's middle lies on the canvas. */
function place(pixel: number, factor: number, count: number): number {
  return Math.min(count - 1, Math.max(0, (pixel + 0.5) / factor - 0.5))
}

function steps(
  pixels: number,
  factor: number,
  count: number,
): { before: Int32Array; part: Float32Array } {
  const before = new Int32Array(pixels)
  const part = new Float32Array(pixels)
  for (let x = 0; x < pixels; x++) {
    const at = place(x, factor, count)
    before[x] = Math.floor(at)
    part[x] = at - before[x]!
  }
  return { before, part }
}

/** The changes at a height between two canvas rows; false where nothing changed. */
function mixRows(
  change: Float32Array,
  { width, height }: Size,
  at: number,
  row: Float32Array,
): boolean {
  const upper = Math.floor(at) * width * 3
  const lower = Math.min(height - 1, Math.floor(at) + 1) * width * 3
  const v = at - Math.floor(at)
  let any = false
  for (let i = 0; i < row.length; i++) {
    const value = change[upper + i]! + v * (change[lower + i]! - change[upper + i]!)
    row[i] = value
    if (value !== 0) any = true
  }
  return any
}
