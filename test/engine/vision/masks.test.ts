import { describe, expect, it } from 'vitest'
import type { Box } from '../../../engine/geometry/box.ts'
import { maskBoundingBox, maskCoverage, maskOverlap } from '../../../engine/vision/masks.ts'

/** A mask of 6 × 4 pixels that is 255 inside a box and just below the threshold outside. */
function maskOf({ left, top, width, height }: Box) {
  const data = new Uint8Array(24).fill(127)
  for (let y = top; y < top + height; y++) data.fill(255, y * 6 + left, y * 6 + left + width)
  return { width: 6, height: 4, data }
}

function box(left: number, top: number, width: number, height: number): Box {
  return { left, top, width, height }
}

describe('maskBoundingBox', () => {
  it('is tight around the pixels inside, and undefined where there is none', () => {
    const mask = maskOf(box(0, 0, 0, 0))
    expect(maskBoundingBox(mask)).toBeUndefined()
    mask.data[1 * 6 + 2] = 128
    mask.data[3 * 6 + 4] = 255
    expect(maskBoundingBox(mask)).toEqual(box(2, 1, 3, 3))
  })
})

describe('maskCoverage', () => {
  it('is the share of a box inside the mask, as far as the box lies in the picture', () => {
    expect(maskCoverage(maskOf(box(0, 0, 3, 4)), box(0, 0, 6, 4))).toBe(0.5)
    expect(maskCoverage(maskOf(box(0, 0, 3, 4)), box(-4, 0, 7, 9))).toBe(1)
    expect(maskCoverage(maskOf(box(0, 0, 3, 4)), box(10, 0, 2, 2))).toBe(0)
  })
})

describe('maskOverlap', () => {
  it('is the shared area over that of the smaller mask', () => {
    const [large, small] = [box(0, 0, 4, 4), box(3, 0, 2, 4)]
    const overlap = maskOverlap(
      { box: large, mask: maskOf(large) },
      { box: small, mask: maskOf(small) },
    )
    expect(overlap).toBe(0.5)
  })
})
