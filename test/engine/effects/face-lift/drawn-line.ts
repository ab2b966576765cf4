import type { Point } from '../../../../engine/geometry/point.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'

/** Draws a soft dark line about three pixels wide, like a fold of the skin. */
export function drawLine(picture: Picture, from: Point, to: Point): Picture {
  const data = picture.data.slice()
  const { width, height } = picture
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) - from.x, Math.floor(i / width) - from.y]
    const along = (x * (to.x - from.x) + y * (to.y - from.y)) / length
    const across = (y * (to.x - from.x) - x * (to.y - from.y)) / length
    const end = Math.max(0, -along, along - length)
    const dark = 0.35 * Math.exp(-((across / 1.8) ** 2) - (end / 2) ** 2)
    if (dark < 0.01) continue
    for (let c = 0; c < 3; c++) data[i * 4 + c] = data[i * 4 + c]! * (1 - dark)
  }
  return { width, height, data }
}

/**
 * How much darker than the skin seven pixels beside it a line is, in levels of green: its darkest pixel within three
 * pixels across, averaged along the middle half of the line.
 */
export function contrastAlong({ width, data }: Picture, from: Point, to: Point): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length }
  const green = (t: number, off: number): number => {
    const x = Math.round(from.x + (to.x - from.x) * t + normal.x * off)
    const y = Math.round(from.y + (to.y - from.y) * t + normal.y * off)
    return data[(y * width + x) * 4 + 1]!
  }
  let sum = 0
  const steps = 20
  for (let k = 0; k <= steps; k++) {
    const t = 0.25 + (0.5 * k) / steps
    const line = Math.min(...[-3, -2, -1, 0, 1, 2, 3].map((off) => green(t, off)))
    sum += (green(t, -8) + green(t, 8)) / 2 - line
  }
  return sum / (steps + 1)
}
