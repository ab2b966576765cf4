import { boxOfPlane } from '../../geometry/bounding-box.ts'
import type { Mask } from '../picture.ts'
import { LARGEST_ISLAND } from '../tuning.ts'

/**
 * A mask without islands: specks of black that lie inside its white, which outlines by a tool or a brush leave in a
 * thing. What is continued from such a speck is the thing itself. Larger ones are gaps that show what is behind.
 */
export function closeIslands(mask: Mask): Mask {
  const { width, height } = mask
  const box = boxOfPlane(mask.data, mask)
  if (!box) return mask
  // What is black around the box reaches the border of the picture, so a frame of one pixel stands for all of it.
  const row = box.width + 2
  const beyond = new Uint8Array(row * (box.height + 2)).fill(1)
  let covered = 0
  for (let y = 0; y < box.height; y++) {
    const from = (box.top + y) * width + box.left
    const own = mask.data.subarray(from, from + box.width)
    covered += clearCovered(own, beyond, (y + 1) * row + 1)
  }
  const pixels = new Int32Array(beyond.length - covered)
  takeConnected(beyond, row, 0, pixels)
  let data: Uint8Array | undefined
  for (let start = row; start < beyond.length - row; start++) {
    if (beyond[start] === 0) continue
    const count = takeConnected(beyond, row, start, pixels)
    if (count > LARGEST_ISLAND * covered) continue
    data ??= new Uint8Array(mask.data)
    for (let n = 0; n < count; n++) {
      const x = pixels[n]! % row
      const y = (pixels[n]! - x) / row
      data[(box.top + y - 1) * width + box.left + x - 1] = 255
    }
  }
  return data ? { width, height, data } : mask
}

/** Clears what a row of a mask covers. Returns how much that is. */
function clearCovered(mask: Uint8Array, beyond: Uint8Array, start: number): number {
  let covered = 0
  for (let x = 0; x < mask.length; x++) {
    if (mask[x] === 0) continue
    beyond[start + x] = 0
    covered++
  }
  return covered
}

/** Clears what is connected with a pixel by the sides of pixels, lists it in `pixels` and returns its count. */
function takeConnected(is: Uint8Array, row: number, start: number, pixels: Int32Array): number {
  let count = 0
  const take = (at: number): void => {
    if (is[at] !== 1) return
    is[at] = 0
    pixels[count++] = at
  }
  take(start)
  for (let next = 0; next < count; next++) {
    const at = pixels[next]!
    take(at - row)
    take(at - 1)
    take(at + 1)
    take(at + row)
  }
  return count
}
