import type { Point } from '../../../../engine/geometry/point.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'

/** Side of the windows in which tears are looked for, and the distance between windows, in pixels. */
const WINDOW = 12
const STRIDE = 6

/** Where a result is torn most, and by how many levels. */
export type Tear = Point & { levels: number }

/**
 * The worst tear of a reshaped picture. Total variation tells it: along a line, a monotone warp moves edges, stretches
 * or compresses what lies between them, but the sum of all differences of neighbouring pixels stays. A strip that was
 * left behind, an outline that is there twice and a jagged edge add to it. So a window of the result may vary no more
 * than the source varies in the same window grown by as far as anything moves.
 * @param room the same picture without people: what a move uncovers may vary as the room does there
 * @param reach the longest displacement, pixels
 * @returns the excess in levels of luma a row or column; 0 for a picture without tears
 */
export function worstTear(source: Picture, result: Picture, room: Picture, reach: number): Tear {
  const planes = [source, result, room].map(lumaOf)
  const { width, height } = source
  const worst: Tear = { x: 0, y: 0, levels: 0 }
  for (const [w, h, swap] of [
    [width, height, false],
    [height, width, true],
  ] as const) {
    const [before, after, behind] = planes.map((plane) =>
      variationSums(swap ? transpose(plane, width, height) : plane, w, h),
    ) as [Float64Array, Float64Array, Float64Array]
    const inBox = (sum: Float64Array, left: number, top: number, right: number, bottom: number) =>
      at(sum, w, h, right, bottom) -
      at(sum, w, h, left, bottom) -
      at(sum, w, h, right, top) +
      at(sum, w, h, left, top)
    for (let y = 0; y + WINDOW <= h; y += STRIDE) {
      for (let x = 0; x + WINDOW <= w; x += STRIDE) {
        const found = inBox(after, x, y, x + WINDOW, y + WINDOW) / WINDOW
        let known = 0
        for (const shift of [-STRIDE, -STRIDE / 2, 0, STRIDE / 2, STRIDE]) {
          const box = [x - reach, y + shift, x + WINDOW + reach, y + shift + WINDOW] as const
          known = Math.max(known, inBox(before, ...box) / WINDOW)
        }
        known += inBox(behind, x, y, x + WINDOW, y + WINDOW) / WINDOW
        if (found - known > worst.levels)
          Object.assign(worst, swap ? { x: y, y: x } : { x, y }, { levels: found - known })
      }
    }
  }
  return worst
}

function lumaOf({ data }: Picture): Float64Array {
  return Float64Array.from({ length: data.length / 4 }, (_, i) => {
    const [r, g, b] = data.subarray(4 * i, 4 * i + 3)
    return 0.299 * r! + 0.587 * g! + 0.114 * b!
  })
}

function transpose(plane: Float64Array, width: number, height: number): Float64Array {
  return plane.map((_, i) => plane[(i % height) * width + Math.floor(i / height)]!)
}

/** Sums, over all pixels above and to the left, of the differences between each pixel and the one to its left. */
function variationSums(plane: Float64Array, width: number, height: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      row += x === 0 ? 0 : Math.abs(plane[i]! - plane[i - 1]!)
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  return sums
}

function at(sums: Float64Array, width: number, height: number, x: number, y: number): number {
  const column = Math.min(width, Math.max(0, Math.round(x)))
  return sums[Math.min(height, Math.max(0, Math.round(y))) * (width + 1) + column]!
}
