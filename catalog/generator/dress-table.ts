import * as z from 'zod/mini'

/** What of a person a garment covers. */
export const DRESS_PARTS = ['upper', 'lower', 'full'] as const

export type DressPart = (typeof DRESS_PARTS)[number]

const field = z.string().check(z.regex(/^[A-Za-z_][\w-]{0,59}$/))
const side = z.int().check(z.gte(256), z.lte(2048))
const value = z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean()])

/** By which fields a model takes a person and a garment, and where in its answer the picture is. */
export const DRESS_TABLE = z.strictObject({
  /** The field of the person’s picture. */
  person: field,
  /** The field of the garment’s picture. */
  garment: field,
  /** What the field has for each part; a part that is absent is not asked for. */
  part: z.optional(
    z.strictObject({
      field,
      upper: z.optional(value),
      lower: z.optional(value),
      full: z.optional(value),
    }),
  ),
  /** What the field has for a garment that lies flat, and for one that somebody wears. */
  worn: z.optional(z.strictObject({ field, flat: value, worn: value })),
  /** The field of what the garment is in words. */
  prompt: z.optional(field),
  seed: z.optional(field),
  /** The size that pictures are sent in, padded; any of about a megapixel unless it is given. */
  size: z.optional(z.strictObject({ width: side, height: side })),
  /** Fields that are always the same. */
  fixed: z._default(z.record(field, value), {}),
  /** Names and places on the way to the picture’s URL: `images.0.url`; empty where the answer is the URL. */
  image: z.string().check(z.regex(/^(?:[\w-]{1,60}(?:\.[\w-]{1,60}){0,5})?$/)),
  /** The most dollars that a call costs. */
  dollars: z.number().check(z.gte(0), z.lte(1000)),
})

export type DressTable = z.output<typeof DRESS_TABLE>

/** A table for a model that many use. */
export type DressPreset = {
  table: z.input<typeof DRESS_TABLE>
  /** False where the weights are for research alone, whatever their host says. */
  commercial: boolean
  /** When its fields and its price were read, and where. */
  read: string
}

const KOLORS = { person: 'human_image_url', garment: 'garment_image_url', image: 'image.url' }
const READ = 'November 2026, the model’s page on fal.ai and code that calls it'

/**
 * Presets by the name that an operator gives: `fal:MODEL`, `replicate:OWNER/NAME`. Prices are upper bounds of the day
 * they were read; none was called.
 */
export const DRESS_PRESETS: Readonly<Record<string, DressPreset>> = {
  'fal:fal-ai/fashn/tryon/v1.6': {
    table: {
      person: 'model_image',
      garment: 'garment_image',
      part: { field: 'category', upper: 'tops', lower: 'bottoms', full: 'one-pieces' },
      worn: { field: 'garment_photo_type', flat: 'flat-lay', worn: 'model' },
      seed: 'seed',
      size: { width: 864, height: 1296 },
      fixed: { mode: 'balanced', output_format: 'png' },
      image: 'images.0.url',
      dollars: 0.075,
    },
    commercial: true,
    read: READ,
  },
  'fal:fal-ai/kling/v1-5/kolors-virtual-try-on': {
    table: { ...KOLORS, dollars: 0.07 },
    commercial: true,
    read: READ,
  },
  'fal:fal-ai/leffa/virtual-tryon': {
    table: {
      ...KOLORS,
      part: { field: 'garment_type', upper: 'upper_body', lower: 'lower_body', full: 'dresses' },
      seed: 'seed',
      size: { width: 768, height: 1024 },
      dollars: 0.1,
    },
    commercial: true,
    read: READ,
  },
  'fal:fal-ai/cat-vton': {
    table: {
      ...KOLORS,
      part: { field: 'cloth_type', upper: 'upper', lower: 'lower', full: 'overall' },
      seed: 'seed',
      size: { width: 768, height: 1024 },
      // Its page names no price of its own; twice the dearest of the others is set aside.
      dollars: 0.2,
    },
    commercial: false,
    read: READ,
  },
  'replicate:cuuupid/idm-vton': {
    table: {
      person: 'human_img',
      garment: 'garm_img',
      part: { field: 'category', upper: 'upper_body', lower: 'lower_body', full: 'dresses' },
      prompt: 'garment_des',
      seed: 'seed',
      size: { width: 768, height: 1024 },
      image: '',
      dollars: 0.1,
    },
    commercial: false,
    read: 'November 2026, the model’s page on replicate.com and code that calls it',
  },
}

/** The preset of a generator’s name; that of Replicate’s model whatever its version. */
export function presetOf(name: string): DressPreset | undefined {
  const key = name.replace(/@.*/, '')
  return Object.hasOwn(DRESS_PRESETS, key) ? DRESS_PRESETS[key] : undefined
}
