import { luma } from '../../raster/colour/luma.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Displacement } from '../../raster/warp/displacement.ts'
import { BESIDE } from './tuning.ts'

/**
 * What is said where letters or other sharp marks stand right beside a part of the body that moves: what it uncovers is
 * continued from them, and strokes may be doubled or cut there. Undefined where there are none.
 * @param occlusion 1 where any person is
 * @param field backward, of the whole part of the picture
 */
export function noteMarksBeside(
  picture: Picture,
  occlusion: Uint8Array,
  field: Displacement,
): string | undefined {
  return sharpShare(picture, occlusion, field) < BESIDE.noted
    ? undefined
    : 'Letters or other sharp marks are right beside a part of the body that changed: what it uncovers of them is ' +
        'continued from what is seen, and strokes may be doubled or cut off there.'
}

/** The share of what is right beside a person who moves there that is an edge as hard as those of letters. */
export function sharpShare(
  { width, height, data }: Picture,
  occlusion: Uint8Array,
  { step, cols, rows, dx, dy }: Displacement,
): number {
  let longest = 0
  const moves = new Uint8Array(dx.length)
  for (let k = 0; k < dx.length; k++) {
    const long = Math.hypot(dx[k]!, dy[k]!)
    longest = Math.max(longest, long)
    if (long >= BESIDE.moved) moves[k] = 1
  }
  const by = Math.ceil(Math.max(BESIDE.least, BESIDE.reach * longest))
  const size = { width, height }
  const [near, blurred] = [growMask(occlusion, size, by), growMask(occlusion, size, BESIDE.blurred)]
  const counts = { all: 0, sharp: 0 }
  const countRow = (y: number): void => {
    const row = Math.min(rows - 1, Math.round(y / step)) * cols
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      if (near[i] === 0 || blurred[i] === 1) continue
      const k = row + Math.min(cols - 1, Math.round(x / step))
      if (moves[k] === 0) continue
      counts.all++
      const across = lumaAt(data, i + 1) - lumaAt(data, i - 1)
      const down = lumaAt(data, i + width) - lumaAt(data, i - width)
      if (across * across + down * down > BESIDE.levels ** 2) counts.sharp++
    }
  }
  for (let y = 1; y < height - 1; y++) countRow(y)
  return counts.all === 0 ? 0 : counts.sharp / counts.all
}

function lumaAt(data: Uint8ClampedArray, i: number): number {
  return luma(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!)
}
