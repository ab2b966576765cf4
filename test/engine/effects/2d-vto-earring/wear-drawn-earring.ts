import type { EarringParameter } from '../../../../catalog/features/2d-vto-earring.ts'
import { wearEarrings } from '../../../../engine/effects/2d-vto-earring/earring.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { productNamed } from '../../../../samples/all-products.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { cutOut } from '../../jewellery/cut-out.ts'
import type { SeatedBust } from '../../jewellery/sit-for.ts'

/** No shadow, and no light of the photo. */
export const STANDARD: EarringParameter = {
  earring_need_remove_background: true,
  earring_is_right_ear: true,
  earring_occluded_type: 0,
  earring_shadow_intensity: 0,
  earring_ambient_light_intensity: 0,
}

/** Drawn at the size of a photo. */
export const photo = { scale: 1 } as const

function named(name: string) {
  return cutOut(drawProduct(productNamed(name), photo))
}

export const products = { stud: named('stud'), drop: named('drop'), hoop: named('hoop') }

/** A picture in which somebody wears a drawn earring. */
export async function worn(
  seat: SeatedBust,
  product: keyof typeof products,
  change: Partial<EarringParameter> = {},
  mask: (x: number, y: number) => number = () => 1,
): Promise<Picture> {
  const parameter = { ...STANDARD, ...change }
  return wearEarrings(seat, [{ product: await products[product], parameter, index: 0 }], mask)
    .picture
}
