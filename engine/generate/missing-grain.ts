import type { Box } from '../geometry/box.ts'
import { quantileOrZero } from '../geometry/quantile.ts'
import { luma } from '../raster/colour/luma.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { cropMask } from '../raster/pixels/crop.ts'
import { GRAIN_LEAST, GRAIN_MOST, GRAIN_QUANTILE, MAGNITUDE_AT_QUANTILE } from './tuning.ts'

/** Pixels that are enough to tell the grain. */
const SAMPLES = 20_000

/**
 * By how much grain the source exceeds what a generator made: the standard deviation of what must be added, in levels
 * of luma, 0 where nothing is missing. A smooth patch in a grainy photo shows at once.
 */
export function missingGrain(source: Picture, made: Picture, box: Box, replace: Mask): number {
  const own = grainOf(source, box, replace, (share) => share === 0)
  const inside = grainOf(
    made,
    { ...box, left: 0, top: 0 },
    cropMask(replace, box),
    (share) => share === 255,
  )
  if (own === undefined || inside === undefined) return 0
  const missing = Math.sqrt(Math.max(0, own ** 2 - inside ** 2))
  return missing < GRAIN_LEAST ? 0 : Math.min(GRAIN_MOST, missing)
}

/**
 * The standard deviation of grain, from the response of a Laplacian that shading and edges leave near 0 (Immerkær,
 * "Fast noise variance estimation", Computer Vision and Image Understanding 64, 1996); undefined where fewer than a
 * hundred pixels count.
 */
function grainOf(
  { width, height, data }: Picture,
  box: Box,
  mask: Mask,
  counts: (share: number) => boolean,
): number | undefined {
  const responses: number[] = []
  const stride = Math.max(1, Math.floor((box.width * box.height) / SAMPLES)) | 1
  for (let i = 0; i < box.width * box.height; i += stride) {
    const x = box.left + (i % box.width)
    const y = box.top + Math.floor(i / box.width)
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue
    if (!counts(mask.data[y * width + x]!)) continue
    const light = (dx: number, dy: number): number => {
      const at = 4 * ((y + dy) * width + x + dx)
      return luma(data[at]!, data[at + 1]!, data[at + 2]!)
    }
    const cross = light(-1, 0) + light(1, 0) + light(0, -1) + light(0, 1)
    const corners = light(-1, -1) + light(1, -1) + light(-1, 1) + light(1, 1)
    responses.push(Math.abs(4 * light(0, 0) - 2 * cross + corners) / 6)
  }
  if (responses.length < 100) return undefined
  return quantileOrZero(responses, GRAIN_QUANTILE) / MAGNITUDE_AT_QUANTILE
}
