import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { CUT_EAR } from '../tuning.ts'

/**
 * How broadly the skin of an ear ends right below hair that comes off, widths of the face: hair lay over the top of the
 * ear, which is not known, and the ground in its place would cut the ear off flat. That of the ear with more of it.
 * @param isGround whether the ground takes the place of old hair in a pixel
 */
export function cutEarBreadth(head: Head, isGround: (at: number) => boolean): number {
  const { picture, regions, frame, hair } = head
  const { low, high, inner, outer, below, skin, free } = CUT_EAR
  const down = {
    x: -frame.up.x * below * frame.faceWidth,
    y: -frame.up.y * below * frame.faceWidth,
  }
  const cut = { left: 0, right: 0 }
  const { area } = regions.grid
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      if (!isGround(y * picture.width + x)) continue
      const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
      if (v < low || v > high || Math.abs(u) < inner || Math.abs(u) > outer) continue
      const [column, row] = [Math.round(x + down.x), Math.round(y + down.y)]
      if (column < 0 || column >= picture.width || row < 0 || row >= picture.height) continue
      const at = row * picture.width + column
      if (isGround(at) || hair.alpha[at]! >= free) continue
      if (sampleGrid(regions.skin, regions.grid, column, row) > skin)
        cut[u < 0 ? 'left' : 'right']++
    }
  }
  // The band right above the skin is as high as `below`.
  return Math.max(cut.left, cut.right) / (below * frame.faceWidth ** 2)
}
