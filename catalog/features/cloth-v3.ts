import * as z from 'zod/mini'
import { GENERATOR_CODES, IMAGE_CODES } from '../failures/codes.ts'
import { STANDING } from '../files/framings.ts'
import { picture } from '../files/media-limits.ts'
import { COMPOSED, generatedElsewhere } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import type { Feature } from './feature.ts'

const photo = picture(4096, 384)

/** The kind of garment; with `auto` the effect recognizes it. */
const GARMENT_CATEGORIES = ['full_body', 'lower_body', 'upper_body', 'shoes', 'auto'] as const

const parameters = z.object({
  garment_category: z.enum(GARMENT_CATEGORIES),
  change_shoes: z._default(
    z.boolean().check(z.describe('acts with full_body and lower_body only')),
    true,
  ),
})

/** What is put on whom, and whether shoes go along. */
export type ClothParameters = z.output<typeof parameters>

/** Garment swap v3.0: dresses the person of a picture in the garment of another. */
export const clothV3 = {
  name: 'cloth-v3',
  apiVersion: 'v2.0',
  title: 'Garment swap',
  summary: 'Dresses the person of a picture in the garment of a reference picture.',
  files: { src: { ...photo, framing: STANDING }, ref: photo },
  parameters,
  mayGenerate: true,
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.jpg',
    ref_file_url: 'https://example.com/ref.jpg',
    garment_category: 'full_body',
  },
  results: FILE_RESULTS,
  codes: {
    ...IMAGE_CODES,
    ...GENERATOR_CODES,
    dimensions: 'exceed_max_filesize',
    small: 'error_below_min_image_size',
    target: 'error_invalid_src',
    several: 'error_multi_person',
    reference: 'error_invalid_ref',
    mismatch: 'error_apply_region_mismatch',
    unchanged: 'error_editing_failed',
  },
  costs: [{ description: 'Garment swap v3.0', amount: 2, unit: 'result_image' }],
  digitalSource: generatedElsewhere(COMPOSED),
  announces: true,
} satisfies Feature
