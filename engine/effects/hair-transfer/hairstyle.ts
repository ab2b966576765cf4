import * as z from 'zod/mini'
import { Failure } from '../../../catalog/failure.ts'
import { HAIR_TRANSFER_TEMPLATES } from '../../../catalog/templates/hair-transfer.ts'
import type { Template } from '../../../catalog/templates/template.ts'
import styles from './hairstyles.json' with { type: 'json' }

const share = z.number().check(z.minimum(0), z.maximum(1))
const widths = z.number().check(z.minimum(0), z.maximum(3), z.describe('widths of the face'))

const hairstyle = z.strictObject({
  /** How long strands are by where they grow. */
  length: z.strictObject({ top: widths, front: widths, sides: widths, nape: widths }),
  /** Where hair is combed: away from a parting, back, forward over the forehead, up, or to a knot on the crown. */
  comb: z.enum(['part', 'back', 'forward', 'up', 'knot']),
  /** Where the parting is: widths of the face to the right of the picture. */
  parting: z.number().check(z.minimum(-0.4), z.maximum(0.4)),
  /** How steeply strands leave the scalp, and how far the outermost lie above it. */
  lift: share,
  volume: widths,
  /** How soon strands hang down, and how much their ends turn towards the neck. */
  weight: share,
  inward: share,
  /** The radius and length of waves, and how much single strands leave their lock. */
  wave: z.strictObject({ radius: widths, length: widths }),
  frizz: share,
  /** How many locks there are, and how much their strands meet at the ends. */
  locks: z.number().check(z.minimum(40), z.maximum(2000)),
  gather: share,
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
