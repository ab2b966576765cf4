import { Fault } from '../../../../catalog/failures/fault.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { WHOLE_HAIR_PIECE, WHOLE_HAIR_TRUNK } from '../tuning.ts'

/**
 * Hair grows from the head: where a piece of it lies on the chest apart from the rest, what is between was taken for
 * skin or cloth, and a garment would be drawn over it.
 * @throws Fault `pose` for hair that falls before the body and cannot be told all along
 */
export function requireWholeHair({ regions, torso, picture }: Wearer): void {
  const { data } = regions.hair
  const limits = { low: 128, high: 128, share: 0, most: Number.POSITIVE_INFINITY }
  const hair = Float32Array.from(data)
  const pieces = findComponents(hair, picture.width, limits).filter(
    ({ pixels }) => pixels.length > WHOLE_HAIR_PIECE * torso.shoulders ** 2,
  )
  const isLoose = pieces.some(({ pixels }) =>
    pixels.every((at) => {
      const { u, v } = pixelToTorso(torso, {
        x: at % picture.width,
        y: Math.floor(at / picture.width),
      })
      return v > 0 && Math.abs(u) < WHOLE_HAIR_TRUNK * torso.shoulders
    }),
  )
  if (!isLoose) return
  throw new Fault(
    'pose',
    'Hair falls before the body, and cannot be told from what is around it all along. Somebody whose hair lies behind ' +
      'the shoulders or differs in colour from skin and clothes can be dressed.',
  )
}
