import { Fault } from '../../../catalog/failures/fault.ts'
import { boxOfPixels } from '../../geometry/bounding-box.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { FACE } from '../../vision/faces/face.ts'
import { WORN_CHAIN } from './tuning.ts'

/**
 * A necklace that is worn already would stay beside the new one: a long thin line on the skin below the chin that is
 * lighter than the skin on both its sides, as no crease and no edge of a collar is.
 * @throws Fault `pose`
 */
export function requireBareNeck(
  regions: Pick<HeadRegions, 'skin' | 'light'> & {
    grid: Pick<HeadRegions['grid'], 'width' | 'height' | 'points' | 'faceWidth'>
  },
): void {
  const { width, faceWidth } = regions.grid
  const { low, high, length } = WORN_CHAIN
  const limits = { low, high, share: 0, most: Number.POSITIVE_INFINITY }
  const isChain = findComponents(linesBelow(regions), width, limits).some(({ pixels }) => {
    const box = boxOfPixels(pixels, width)
    return Math.hypot(box.width, box.height) > length * faceWidth
  })
  if (!isChain) return
  throw new Fault(
    'pose',
    'A thin light line lies on the neck or the chest: a necklace that is worn already, or a strand of hair, would ' +
      'stay beside the new one. Take a photo without it, or give necklace_wearing_location.',
  )
}

/** By which share of the skin's lightness a pixel below the chin is lighter than the skin on both its sides. */
function linesBelow({ skin, light, grid }: Parameters<typeof requireBareNeck>[0]): Float32Array {
  const { width, height, points, faceWidth } = grid
  const chin = points[FACE.chin]!
  const lines = new Float32Array(width * height)
  const far = Math.max(2, Math.round(WORN_CHAIN.aside * faceWidth))
  const top = Math.max(far, Math.ceil(chin.y + WORN_CHAIN.from * faceWidth))
  const bottom = Math.min(height - far, chin.y + WORN_CHAIN.to * faceWidth)
  const ways = [far, far * width, far * (width + 1), far * (width - 1)]
  for (let y = top; y < bottom; y++) {
    for (let x = far; x < width - far; x++) {
      const at = y * width + x
      for (const by of ways) {
        if (skin[at - by]! < 0.5 || skin[at + by]! < 0.5) continue
        const beside = Math.max(light[at - by]!, light[at + by]!)
        const lighter = (light[at]! - beside) / Math.max(WORN_CHAIN.dark, beside)
        if (lighter > lines[at]!) lines[at] = lighter
      }
    }
  }
  return lines
}
