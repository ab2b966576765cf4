import type { Point } from '../../../engine/geometry/point.ts'
import { type LabColour, srgbToLab } from '../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../engine/raster/picture.ts'

/** The mean CIELAB colour of the pixels whose centres lie in a circle. */
export function meanLab(picture: Picture, { x, y }: Point, radius: number): LabColour {
  const sum = { l: 0, a: 0, b: 0 }
  let count = 0
  eachWithin(picture, { x, y }, radius, (lab) => {
    sum.l += lab.l
    sum.a += lab.a
    sum.b += lab.b
    count++
  })
  return { l: sum.l / count, a: sum.a / count, b: sum.b / count }
}

/** The mean CIELAB colour of the ring between two radii. */
export function ringLab(picture: Picture, at: Point, inner: number, outer: number): LabColour {
  const [all, hole] = [meanLab(picture, at, outer), meanLab(picture, at, inner)]
  const share = (inner / outer) ** 2
  const rest = (key: keyof LabColour): number => (all[key] - share * hole[key]) / (1 - share)
  return { l: rest('l'), a: rest('a'), b: rest('b') }
}

/** The standard deviation of L* in a circle. */
export function roughness(picture: Picture, at: Point, radius: number): number {
  const mean = meanLab(picture, at, radius).l
  let sum = 0
  let count = 0
  eachWithin(picture, at, radius, ({ l }) => {
    sum += (l - mean) ** 2
    count++
  })
  return Math.sqrt(sum / count)
}

/**
 * How many pixels of a circle differ between two pictures of one size.
 * @param levels by how much a byte differs at least
 */
export function changedWithin(
  before: Picture,
  after: Picture,
  at: Point,
  radius: number,
  levels = 1,
): number {
  let changed = 0
  for (let i = 0; i < before.width * before.height; i++) {
    const [x, y] = [(i % before.width) + 0.5, Math.floor(i / before.width) + 0.5]
    if (Math.hypot(x - at.x, y - at.y) > radius) continue
    for (let c = 0; c < 4; c++) {
      if (Math.abs(before.data[4 * i + c]! - after.data[4 * i + c]!) >= levels) {
        changed++
        break
      }
    }
  }
  return changed
}

function eachWithin(
  { width, height, data }: Picture,
  { x, y }: Point,
  radius: number,
  visit: (lab: LabColour) => void,
): void {
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(height, y + radius); row++) {
    for (
      let column = Math.max(0, Math.floor(x - radius));
      column < Math.min(width, x + radius);
      column++
    ) {
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) > radius) continue
      const at = (row * width + column) * 4
      visit(srgbToLab(data[at]!, data[at + 1]!, data[at + 2]!))
    }
  }
}
