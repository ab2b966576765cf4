import { Fault } from '../../../catalog/fault.ts'
import { fillHole } from '../../fill/fill-hole.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { mix } from './mix.ts'

/** What the object's edge tinges, in pixels around its mask, is not copied from. */
const TINGED = 3

/** Less of the picture than this share must be left to continue. */
const LEAST_LEFT = 0.02

/**
 * Takes out what a mask covers and continues what is around it. Soft edges of the mask mix the two.
 * @throws Fault `parameter` when next to nothing of the picture would be left
 */
export function removeObject(picture: Picture, mask: Mask): Picture {
  const target = grown(mask, TINGED)
  let left = 0
  for (const is of target) if (!is) left++
  if (left < LEAST_LEFT * target.length) {
    throw new Fault(
      'parameter',
      'The mask is white nearly everywhere: nothing is left to continue.',
      {
        role: 'msk',
      },
    )
  }
  return mix(picture, fillHole(picture, target), mask)
}

/** 1 for each pixel within `by` of one that is replaced at all, along rows and columns. */
function grown({ width, height, data }: Mask, by: number): Uint8Array {
  const across = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue
    const row = i - (i % width)
    across.fill(1, Math.max(row, i - by), Math.min(row + width, i + by + 1))
  }
  const out = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) {
    if (!across[i]) continue
    const y = Math.floor(i / width)
    for (let yy = Math.max(0, y - by); yy <= Math.min(height - 1, y + by); yy++) {
      out[yy * width + (i % width)] = 1
    }
  }
  return out
}
