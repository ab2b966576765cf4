import type { Box } from '../../geometry/box.ts'
import type { Picture } from '../../raster/picture.ts'
import { RESAMPLING_LOSS } from './tuning.ts'

/**
 * Gives the pixels of a resampled picture the finest detail that resampling took from them: it damps what is about as
 * fine as a pixel, and of a small face eyes, brows and grain are. The energy of the Laplacian before and after says by
 * how much; the overshoot of an unsharp mask of that strength is as small.
 * @param pixels RGBA, which are changed where they differ from those of `before`
 * @param before the same area as it was
 */
export function restoreDetail(
  pixels: Uint8ClampedArray,
  before: Picture,
  { width, height }: Pick<Box, 'width' | 'height'>,
): void {
  const old = before.data
  const soft = pixels.slice()
  const row = 4 * width
  const laplacian = (of: Uint8ClampedArray, i: number): number =>
    4 * of[i]! - of[i - 4]! - of[i + 4]! - of[i - row]! - of[i + row]!
  const displaced: number[] = []
  let [now, was] = [0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * row + 4; i < (y + 1) * row - 4; i += 4) {
      if (soft[i] === old[i] && soft[i + 1] === old[i + 1] && soft[i + 2] === old[i + 2]) continue
      displaced.push(i)
      now += laplacian(soft, i + 1) ** 2
      was += laplacian(old, i + 1) ** 2
    }
  }
  const { times, most } = RESAMPLING_LOSS
  const share = Math.min(most, times * (Math.sqrt(was / Math.max(1, now)) - 1)) / 4
  if (share <= 0) return
  for (const i of displaced) {
    for (let k = i; k < i + 3; k++) pixels[k] = soft[k]! + share * laplacian(soft, k)
  }
}
