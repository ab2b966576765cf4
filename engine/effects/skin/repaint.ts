import { crop, paste } from '../../raster/crop.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Size } from './blur.ts'
import type { Canvas, Tone } from './canvas.ts'
import { fromLab, toLab } from './lab.ts'

/** A change of colour below this, in CIELAB units, is nobody's wish but rounding: the pixel keeps its bytes. */
const UNSEEN = 0.05

/**
 * Carries what was done to a canvas over to the picture, at the picture's own resolution: each pixel is moved by as
 * much as its place on the canvas was, so detail finer than the canvas stays. Pixels of unchanged places, and alpha,
 * keep their bytes.
 */
export function repaint(picture: Picture, canvas: Canvas, tone: Tone): Picture {
  const { area, factor } = canvas
  const change = {
    l: difference(tone.l, canvas.tone.l),
    a: difference(tone.a, canvas.tone.a),
    b: difference(tone.b, canvas.tone.b),
  }
  const patch = crop(picture, area)
  const lab = new Float64Array(3)
  const rgb = new Float64Array(3)
  for (let y = 0; y < area.height; y++) {
    const row = place(y, factor, canvas.height)
    for (let x = 0; x < area.width; x++) {
      const column = place(x, factor, canvas.width)
      const l = between(change.l, canvas, column, row)
      const a = between(change.a, canvas, column, row)
      const b = between(change.b, canvas, column, row)
      if (Math.abs(l) + Math.abs(a) + Math.abs(b) < UNSEEN) continue
      const at = (y * area.width + x) * 4
      toLab(patch.data[at]!, patch.data[at + 1]!, patch.data[at + 2]!, lab)
      fromLab(lab[0]! + l, lab[1]! + a, lab[2]! + b, rgb)
      for (let c = 0; c < 3; c++) patch.data[at + c] = rgb[c]!
    }
  }
  return paste(picture, patch, area.left, area.top)
}

const difference = (now: Float32Array, before: Float32Array): Float32Array =>
  now.map((value, i) => value - before[i]!)

/** Where a source pixel's middle lies on the canvas. */
function place(pixel: number, factor: number, count: number): number {
  return Math.min(count - 1, Math.max(0, (pixel + 0.5) / factor - 0.5))
}

function between(data: Float32Array, { width, height }: Size, x: number, y: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const u = x - x0
  const v = y - y0
  const at = y0 * width + x0
  if (u === 0 && v === 0) return data[at]!
  const right = x0 + 1 < width ? 1 : 0
  const down = y0 + 1 < height ? width : 0
  const top = data[at]! * (1 - u) + data[at + right]! * u
  const bottom = data[at + down]! * (1 - u) + data[at + down + right]! * u
  return top * (1 - v) + bottom * v
}
