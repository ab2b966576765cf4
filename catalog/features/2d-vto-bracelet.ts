import * as z from 'zod/mini'
import { WRIST } from '../files/framings.ts'
import type { Feature } from './feature.ts'
import { costsByCount, fraction, pixel, refmsk, TRY_ON, tryOnParameters } from './try-on.ts'

const parameter = z.object({
  bracelet_need_remove_background: z._default(z.boolean(), true),
  bracelet_anchor_point: z.optional(
    z
      .tuple([pixel, pixel])
      .check(
        z.describe('left and right pixel of the product where its inner edge touches the arm'),
      ),
  ),
  bracelet_wearing_location: z.optional(
    z
      .number()
      .check(z.gte(-0.3), z.lte(1), z.describe('-0.3 near the wrist joint … 1 far from it')),
  ),
  bracelet_shadow_intensity: fraction(0.15, '0 no shadow'),
  bracelet_ambient_light_intensity: fraction(1, '0 ignores the light of the photo, 1 matches it'),
})

/** How a bracelet is worn. */
export type BraceletParameter = z.output<typeof parameter>

/** Virtual try-on of bracelets v1.0. */
export const bracelet = {
  ...TRY_ON,
  name: '2d-vto/bracelet',
  title: 'Virtual try-on: bracelet',
  summary: 'Shows a hand of a photo wearing the bracelet of a product picture.',
  files: { ...TRY_ON.files, src: { ...TRY_ON.files.src, framing: WRIST }, refmsk },
  parameters: tryOnParameters(parameter),
  costs: costsByCount('Bracelet try-on v1.0'),
} satisfies Feature
