import type { NecklaceParameter } from '../../../../catalog/features/2d-vto-necklace.ts'
import { wearNecklaces } from '../../../../engine/effects/2d-vto-necklace/necklace.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { Hand } from '../../../../engine/vision/hands/hand.ts'
import { productNamed } from '../../../../samples/all-products.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { cutOut } from '../../jewellery/cut-out.ts'
import type { SeatedBust } from '../../jewellery/sit-for.ts'

/** No shadow, and no light of the photo. */
export const STANDARD: NecklaceParameter = {
  necklace_need_remove_background: true,
  necklace_shadow_intensity: 0,
  necklace_ambient_light_intensity: 0,
}

/** Pixels around a drawn product. */
export const MARGIN = 40

export const medallion = drawProduct(productNamed('medallion'), { scale: 1, margin: MARGIN }).then(
  cutOut,
)

/** A picture in which somebody wears the medallion. */
export async function worn(
  seat: SeatedBust & { shoulders?: number | undefined; hands?: readonly Hand[] },
  change: Partial<NecklaceParameter> = {},
  mask: (x: number, y: number) => number = () => 1,
): Promise<Picture> {
  const parameter = { ...STANDARD, ...change }
  return wearNecklaces(seat, [{ product: await medallion, parameter, index: 0 }], mask)
}

/** Places on the chest of a bust, around the middle of its picture. */
export const PLACES: [[number, number], [number, number]] = [
  [180, 380],
  [300, 380],
]
