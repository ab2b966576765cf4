import type { Box, Mask } from '../raster/picture.ts'

/** How much of a box a mask fills, 0–1, counted in pixels that are more in than out; 0 of a box outside the picture. */
export function maskCoverage({ width, height, data }: Mask, box: Box): number {
  const right = Math.min(width, Math.ceil(box.left + box.width))
  const bottom = Math.min(height, Math.ceil(box.top + box.height))
  let inside = 0
  let all = 0
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < right; x++, all++) {
      if (data[y * width + x]! >= 128) inside++
    }
  }
  return all === 0 ? 0 : inside / all
}
