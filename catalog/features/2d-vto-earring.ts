import * as z from 'zod/mini'
import { EARRING_FRAMING } from '../files/framings.ts'
import type { Feature } from './feature.ts'
import {
  costsByCount,
  fraction,
  pixel,
  pixelOf,
  refmsk,
  TRY_ON,
  tryOnParameters,
} from './try-on.ts'

const parameter = z.object({
  earring_need_remove_background: z._default(z.boolean(), true),
  /** A list of one pixel, or the pixel itself: the service's documentation shows both. */
  earring_anchor_point: z.optional(
    z
      .union([z.tuple([pixel]), pixel])
      .check(z.describe('the pixel of the product picture that is fixed to the ear')),
  ),
  earring_wearing_location: z.optional(pixelOf('the pixel of the photo the earring hangs from')),
  earring_scale: z.optional(z.number().check(z.gt(0), z.lte(100), z.describe('height in cm'))),
  earring_is_right_ear: z.optional(
    z.boolean().check(z.describe('left out: the ear that shows, of two the right one')),
  ),
  earring_occluded_type: z._default(
    z.literal([0, 1, 2]).check(z.describe('0 find out, 1 hidden by hair, 2 not hidden')),
    0,
  ),
  earring_shadow_intensity: fraction(0.15, '0 no shadow'),
  earring_ambient_light_intensity: fraction(1, '0 ignores the light of the photo, 1 matches it'),
})

/** How an earring is worn. */
export type EarringParameter = z.output<typeof parameter>

/** Virtual try-on of earrings v1.0. */
export const earring = {
  ...TRY_ON,
  name: '2d-vto/earring',
  title: 'Virtual try-on: earring',
  summary: 'Shows a person of a photo wearing the earring of a product picture.',
  files: { ...TRY_ON.files, src: { ...TRY_ON.files.src, framing: EARRING_FRAMING }, refmsk },
  parameters: tryOnParameters(parameter),
  costs: costsByCount('Earring try-on v1.0'),
} satisfies Feature
