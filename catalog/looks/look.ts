import * as z from 'zod/mini'

const pigment = z
  .string()
  .check(z.regex(/^[0-9a-f]{6}$/), z.describe('sRGB as it looks in good light, rrggbb'))
const share = z.number().check(z.minimum(0), z.maximum(1))
const opacity = share.check(z.describe('0 is bare skin, 1 is a full cover'))

/** How powder reflects light: not at all, softly, with fine sparkle, like foil. */
const powderFinish = z.enum(['matte', 'satin', 'shimmer', 'metallic'])

function powder<const Zone extends string>(zone: Zone) {
  return z.strictObject({ zone: z.literal(zone), pigment, opacity, finish: powderFinish })
}

const zones = z.discriminatedUnion('zone', [
  z.strictObject({ zone: z.literal('foundation'), opacity }),
  z.strictObject({ zone: z.literal('concealer'), opacity }),
  z.strictObject({ zone: z.literal('contour'), pigment, opacity }),
  z.strictObject({
    zone: z.literal('blush'),
    pigment,
    opacity,
    /** On the apples of the cheeks, from there up the cheekbones, or along them to the temples. */
    placement: z.enum(['apples', 'lifted', 'draped']),
  }),
  z.strictObject({ zone: z.literal('highlighter'), pigment, opacity }),
  z.strictObject({ zone: z.literal('brows'), pigment, opacity }),
  powder('wash'),
  powder('lid'),
  powder('crease'),
  powder('outer-corner'),
  powder('inner-corner'),
  powder('brow-bone'),
  powder('lower-lid'),
  z.strictObject({
    zone: z.literal('liner'),
    pigment,
    opacity,
    thickness: share,
    /** How far it runs beyond the outer corner; 0 ends there. */
    wing: share,
    /** 0 is a sharp line, 1 a smoky one. */
    smudge: share,
  }),
  z.strictObject({ zone: z.literal('lower-liner'), pigment, opacity, smudge: share }),
  z.strictObject({ zone: z.literal('lashes'), pigment, opacity, length: share }),
  z.strictObject({ zone: z.literal('lip-liner'), pigment, opacity }),
  z.strictObject({
    zone: z.literal('lips'),
    pigment,
    /** The second of two tones, around the opening of the mouth. */
    inner: z.optional(pigment),
    opacity,
    finish: z.enum(['matte', 'satin', 'gloss']),
  }),
])

/** One look of `look-vto`, as its JSON file has it. The name of the file is the template's id. */
export const LOOK_SCHEMA = z
  .strictObject({
    title: z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[\w -]+$/)),
    category: z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[\w -]+$/)),
    zones: z.array(zones).check(z.minLength(1)),
  })
  .check(
    z.refine(({ zones }) => new Set(zones.map(({ zone }) => zone)).size === zones.length, {
      error: 'zones names a zone twice.',
    }),
  )

export type Look = z.output<typeof LOOK_SCHEMA>

/** What a look puts on one part of the face. */
export type LookZone = Look['zones'][number]

export type ZoneName = LookZone['zone']

/** One zone by its name. */
export type ZoneOf<Name extends ZoneName> = Extract<LookZone, { zone: Name }>
