import { amountAt } from './camera-at.ts'
import type { Glow, Grade } from './motion.ts'
import type { Layer } from './scene.ts'
import { VIGNETTE } from './tuning.ts'

/** Levels of black and white, and the middle of the colour planes. */
const [BLACK, RANGE, GREY] = [16, 219, 128]

/** Changes light and colour of a whole frame. */
export function applyGrade(out: Layer, grade: Grade, time: number): void {
  const { gamma, gain, saturation, u, v, vignette = 0, course } = grade
  const amount = course ? amountAt(course, time) : 1
  // A table with steps finer than a level, so that slow changes show no bands.
  const table = Float32Array.from({ length: 1024 }, (_, at) => {
    const light = Math.min(1, Math.max(0, (at / 4 - BLACK) / RANGE))
    const level = BLACK + RANGE * Math.min(1, gain * light ** gamma)
    return at / 4 + amount * (level - at / 4)
  })
  const { width, height } = out
  const corner = (vignette * amount) / 2
  for (let row = 0, at = 0; row < height; row++) {
    const down = ((row + 0.5) / height) * 2 - 1
    for (let column = 0; column < width; column++, at++) {
      const right = ((column + 0.5) / width) * 2 - 1
      const level = table[Math.min(1023, Math.max(0, (out.y[at]! * 4 + 0.5) | 0))]!
      const dark = corner * (right * right + down * down) ** VIGNETTE.power * VIGNETTE.by
      out.y[at] = BLACK + (level - BLACK) * (1 - Math.min(VIGNETTE.most, dark))
    }
  }
  const keep = 1 + amount * (saturation - 1)
  shift(out.u, keep, amount * u)
  shift(out.v, keep, amount * v)
}

function shift(plane: Float32Array, keep: number, by: number): void {
  for (let at = 0; at < plane.length; at++) plane[at] = GREY + (plane[at]! - GREY) * keep + by
}

/** Lays a soft patch of light over a frame: a Gaussian, which is the product of one of x and one of y. */
export function applyGlow(out: Layer, glow: Glow, time: number): void {
  const amount = amountAt(glow.course, time)
  if (amount <= 0) return
  const { from, to, width, height, colour } = glow
  const x = from.x + (to.x - from.x) * time
  const y = from.y + (to.y - from.y) * time
  const bell = (count: number, middle: number, size: number): Float32Array =>
    Float32Array.from({ length: count }, (_, at) =>
      Math.exp(-(((at + 0.5) / count - middle) ** 2) / (2 * size * size)),
    )
  const planes = [
    ['y', out.width, out.height],
    ['u', out.width / 2, out.height / 2],
    ['v', out.width / 2, out.height / 2],
  ] as const
  for (const [name, columns, rows] of planes) {
    const [across, down] = [bell(columns, x, width), bell(rows, y, height)]
    const [plane, level] = [out[name], colour[name]]
    for (let row = 0, at = 0; row < rows; row++) {
      const most = amount * down[row]!
      for (let column = 0; column < columns; column++, at++) {
        plane[at] = plane[at]! + (level - plane[at]!) * most * across[column]!
      }
    }
  }
}
