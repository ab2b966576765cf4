import * as z from 'zod/mini'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { HAIR_TRANSFER_TEMPLATES } from '../../../../catalog/templates/hair-transfer.ts'
import type { Template } from '../../../../catalog/templates/template.ts'
import { HAIRSTYLE_LIMITS } from '../tuning.ts'
import styles from './hairstyles.json' with { type: 'json' }

const share = z.number().check(z.minimum(0), z.maximum(1))
const widths = z.number().check(z.minimum(0), z.maximum(3), z.describe('widths of the face'))

const height = z
  .number()
  .check(z.minimum(HAIRSTYLE_LIMITS.lowest), z.maximum(0), z.describe('widths of the face'))

const hairstyle = z.strictObject({
  /** Whether strands are cut by how long they are where they grow, or all at one height as scissors do. */
  cut: z.discriminatedUnion('by', [
    z.strictObject({
      by: z.literal('length'),
      top: widths,
      front: widths,
      sides: widths,
      nape: widths,
      /** How flat hair lies on the skull at the top and at the sides. */
      flat: z.strictObject({ top: share, sides: share }),
    }),
    z.strictObject({
      by: z.literal('hem'),
      /** The heights of the ends above the eyes, before the ears and behind them. */
      front: height,
      back: height,
      /** How much shorter the outer strands are than the inner ones. */
      layers: share,
    }),
  ]),
  /** Where hair is combed: away from a parting, back, forward over the forehead, up, or to a knot on the crown. */
  comb: z.enum(['part', 'back', 'forward', 'up', 'knot']),
  /** Where the parting is: widths of the face to the right of the picture. */
  parting: z
    .number()
    .check(z.minimum(-HAIRSTYLE_LIMITS.parting), z.maximum(HAIRSTYLE_LIMITS.parting)),
  /** How steeply strands leave the scalp, and how far the outermost lie above it. */
  lift: share,
  volume: widths,
  /** How soon strands hang down, and how much their ends turn towards the neck. */
  weight: share,
  inward: share,
  /** The radius and length of waves, how far locks side by side swing together, and how strands leave their lock. */
  wave: z.strictObject({ radius: widths, length: widths, together: share }),
  frizz: share,
  /** How many locks there are, and how much their strands meet at the ends. */
  locks: z.number().check(z.minimum(40), z.maximum(2000)),
  gather: share,
  /** How deep inside the hairline hair grows thinner, 1 as it mostly does. */
  thinning: z.number().check(z.minimum(HAIRSTYLE_LIMITS.thinning), z.maximum(2)),
  /** Strands for a face of 230 pixels. */
  strands: z.number().check(z.minimum(4000), z.maximum(60_000)),
  /** How far the colour goes from the first to the second of the palette towards the ends. */
  lighterEnds: share,
  /** How strongly hair shines. */
  shine: share,
  /** Whether hair at the sides falls before the ears. */
  overEars: z.boolean(),
})

/** A hairstyle as strands: what {@link growStrands} makes them from. */
export type Hairstyle = z.infer<typeof hairstyle>

/**
 * The hairstyle of a template.
 * @throws Failure `InvalidTemplate` where there is none
 */
export function readHairstyle(id: string): { style: Hairstyle; template: Template } {
  const template = HAIR_TRANSFER_TEMPLATES.find((each) => each.id === id)
  if (!template || !Object.hasOwn(styles, id)) throw new Failure('InvalidTemplate')
  return { style: z.parse(hairstyle, (styles as Record<string, unknown>)[id]), template }
}
