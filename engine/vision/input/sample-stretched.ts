import type { Pyramid } from './pyramid.ts'
import { pyramidLevelFor } from './sample-roi.ts'

/**
 * The whole picture as a network's input, stretched to the input's shape as its training pictures were: bilinear,
 * from the level that leaves less than a halving to do along the side that shrinks less.
 * @returns height × width × 3, RGB 0–1
 */
export function sampleStretched(pyramid: Pyramid, width: number, height: number): Float32Array {
  const [whole] = pyramid
  const level = pyramidLevelFor(pyramid, Math.min(whole.width / width, whole.height / height))
  const source = pyramid[level] ?? whole
  const input = new Float32Array(width * height * 3)
  const columns = bilinearStops(source.width, width)
  const rows = bilinearStops(source.height, height)
  let to = 0
  for (const row of rows) {
    for (const column of columns) {
      for (let c = 0; c < 3; c++, to++) {
        const at = (y: number, x: number): number => source.data[(y * source.width + x) * 4 + c]!
        const upper = at(row.a, column.a) * (1 - column.part) + at(row.a, column.b) * column.part
        const lower = at(row.b, column.a) * (1 - column.part) + at(row.b, column.b) * column.part
        input[to] = (upper * (1 - row.part) + lower * row.part) / 255
      }
    }
  }
  return input
}

/** Between which two source pixels each input pixel's centre lies, and how far along. */
function bilinearStops(from: number, to: number): { a: number; b: number; part: number }[] {
  return Array.from({ length: to }, (_, n) => {
    const place = Math.min(from - 1, Math.max(0, ((n + 0.5) * from) / to - 0.5))
    const a = Math.floor(place)
    return { a, b: Math.min(from - 1, a + 1), part: place - a }
  })
}
