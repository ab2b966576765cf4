import { srgbToLab } from '../../../engine/raster/lab.ts'
import type { Picture, Point } from '../../../engine/raster/picture.ts'

export type Lab = { l: number; a: number; b: number }

/** Mean CIELAB colour of the pixels whose middles lie in a circle. */
export function meanLab(picture: Picture, { x, y }: Point, radius: number): Lab {
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

/** Mean colour of a ring around a circle. */
export function ringLab(picture: Picture, at: Point, inner: number, outer: number): Lab {
  const [all, hole] = [meanLab(picture, at, outer), meanLab(picture, at, inner)]
  const share = (inner / outer) ** 2
  const rest = (key: keyof Lab): number => (all[key] - share * hole[key]) / (1 - share)
  return { l: rest('l'), a: rest('a'), b: rest('b') }
}

/** Standard deviation of L* in a circle. */
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

/** The indices of the pixels of a circle whose bytes differ between two pictures of one size. */
export function changedWithin(before: Picture, after: Picture, at: Point, radius: number): number {
  let changed = 0
  for (let i = 0; i < before.width * before.height; i++) {
    const [x, y] = [(i % before.width) + 0.5, Math.floor(i / before.width) + 0.5]
    if (Math.hypot(x - at.x, y - at.y) > radius) continue
    for (let c = 0; c < 4; c++) {
      if (before.data[4 * i + c] !== after.data[4 * i + c]) {
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
  visit: (lab: Lab) => void,
): void {
  const lab = new Float64Array(3)
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(height, y + radius); row++) {
    for (
      let column = Math.max(0, Math.floor(x - radius));
      column < Math.min(width, x + radius);
      column++
    ) {
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) > radius) continue
      const at = (row * width + column) * 4
      srgbToLab(data[at]!, data[at + 1]!, data[at + 2]!, lab)
      visit({ l: lab[0]!, a: lab[1]!, b: lab[2]! })
    }
  }
}
