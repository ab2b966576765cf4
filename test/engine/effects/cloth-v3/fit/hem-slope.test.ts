import { expect, test } from 'vitest'
import { fitTop } from '../../../../../engine/effects/cloth-v3/fit/fit-top.ts'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { wornHemHeight } from '../../../../../engine/effects/cloth-v3/measure/body-edges.ts'
import { pixelToTorso } from '../../../../../engine/effects/cloth-v3/measure/torso-axes.ts'
import { openWearer, type Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { readGarment } from '../../../../../engine/effects/cloth-v3/read/read-garment.ts'
import { decodePicture } from '../../../../../engine/media/decode-picture.ts'
import { readProduct } from '../../../../../engine/product/read-product.ts'
import { detectBodies } from '../../../../../engine/vision/bodies/detect-bodies.ts'
import { garmentNamed } from '../../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../../samples/draw-product.ts'
import { onePerson } from '../../../../../samples/one-person.ts'
import { warmVision } from '../../../warm-vision.ts'

/** How steep the hem is made that shows at one side only: pixels down per pixel across. */
const STEEP = 0.25

test('a hem that shows at one side only, and steep, hardly tilts the one that is put on', async () => {
  const picture = await decodePicture((await onePerson('ines', 600)).png)
  const [body] = await detectBodies(picture, await warmVision())
  const tee = await decodePicture(await drawProduct(garmentNamed('tee'), { scale: 1 }))
  const { shape } = readGarment(readProduct(tee, { removeBackground: true, index: 0 }))
  const wearer = openWearer(picture, body!, undefined)

  expect(Math.abs(slopeAsWorn(wearer, shape as TopShape))).toBeLessThan(0.01)
  const slope = slopeAsWorn(withSteepHem(wearer), shape as TopShape)
  expect(slope).toBeGreaterThan(0.02)
  expect(slope).toBeLessThan(0.05)
})

/** Pixels down per pixel across between the ends of the hem. */
function slopeAsWorn(wearer: Wearer, shape: TopShape): number {
  const { hem } = fitTop(shape, wearer)
  const [from, to] = [hem[0]!, hem.at(-1)!].map((point) => pixelToTorso(wearer.torso, point))
  return (to!.v - from!.v) / (to!.u - from!.u)
}

/** The skirt goes up at the left half of the hem, steeper the farther left, and does not show at the right one. */
function withSteepHem(wearer: Wearer): Wearer {
  const { picture, torso, regions } = wearer
  const hem = wornHemHeight(wearer)
  const data = picture.data.slice()
  const [upper, lower] = [regions['upper-garment'], regions['lower-garment']].map((mask) => ({
    ...mask,
    data: mask.data.slice(),
  }))
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const at = y * picture.width + x
      const { u, v } = pixelToTorso(torso, { x: x + 0.5, y: y + 0.5 })
      if (u > 0) lower!.data[at] = 0
      if (u > 0 || v < hem + STEEP * u || v > hem + 2) continue
      if (upper!.data[at]! > 0) [upper!.data[at], lower!.data[at]] = [0, 255]
      const below = at + picture.width * Math.round(0.12 * torso.shoulders)
      data.set(picture.data.subarray(below * 4, below * 4 + 3), at * 4)
    }
  }
  return {
    ...wearer,
    picture: { ...picture, data },
    regions: { ...regions, 'upper-garment': upper!, 'lower-garment': lower! },
  }
}
