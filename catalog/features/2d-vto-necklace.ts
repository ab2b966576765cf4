import * as z from 'zod/mini'
import { NECK } from '../files/framings.ts'
import type { Feature } from './feature.ts'
import { fraction, pixel, TRY_ON, tryOnParameters } from './try-on.ts'

/** The left and the right end of the chain. */
function ends(meaning: string) {
  return z.optional(z.tuple([pixel, pixel]).check(z.describe(meaning)))
}

const parameter = z.object({
  necklace_need_remove_background: z._default(z.boolean(), true),
  necklace_anchor_point: ends('left and right end of the chain in the product picture'),
  necklace_wearing_location: ends('where the ends go in the photo'),
  necklace_shadow_intensity: fraction(0.15, '0 no shadow'),
  necklace_ambient_light_intensity: fraction(1, '0 ignores the light of the photo, 1 matches it'),
})

/** How a necklace is worn. */
export type NecklaceParameter = z.output<typeof parameter>

/** Virtual try-on of necklaces v1.0. It takes no masks for its reference files. */
export const necklace = {
  ...TRY_ON,
  name: '2d-vto/necklace',
  title: 'Virtual try-on: necklace',
  summary: 'Shows a person of a photo wearing the necklace of a product picture.',
  files: { ...TRY_ON.files, src: { ...TRY_ON.files.src, framing: NECK } },
  parameters: tryOnParameters(parameter),
  costs: [{ description: 'Necklace try-on v1.0', amount: 1, unit: 'result_image' }],
} satisfies Feature
