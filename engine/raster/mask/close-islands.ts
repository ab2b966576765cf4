import type { Mask } from '../picture.ts'
import { LARGEST_ISLAND } from '../tuning.ts'
import { borderPixels } from './border-pixels.ts'
import { flood } from './flood.ts'

/**
 * A mask without islands: specks of black that lie inside its white, which outlines by a tool or a brush leave in a
 * thing. What is continued from such a speck is the thing itself. Larger ones are gaps that show what is behind.
 */
export function closeIslands(mask: Mask): Mask {
  const { width, height } = mask
  const count = width * height
  const beyond = new Float32Array(count)
  let covered = 0
  for (let i = 0; i < count; i++) {
    if (mask.data[i] === 0) beyond[i] = 1
    else covered++
  }
  const seen = new Uint8Array(count)
  for (const start of borderPixels(mask)) {
    if (beyond[start] === 1 && !seen[start]) flood(beyond, width, start, 1, 4, seen)
  }
  let data: Uint8Array | undefined
  beyond.forEach((isBeyond, i) => {
    if (seen[i] || isBeyond === 0) return
    const island = flood(beyond, width, i, 1, 4, seen)
    if (island.length > LARGEST_ISLAND * covered) return
    data ??= new Uint8Array(mask.data)
    for (const at of island) data[at] = 255
  })
  return data ? { width, height, data } : mask
}
