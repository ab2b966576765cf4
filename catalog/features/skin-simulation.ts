import * as z from 'zod/mini'
import { CLOSE_UP } from '../files/framings.ts'
import { picture } from '../files/media-limits.ts'
import { ALTERED } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import type { Feature } from './feature.ts'
import { hasEffect } from './parameters.ts'

function intensity(meaning: string) {
  return z.optional(z.number().check(z.gte(0), z.lte(1), z.describe(meaning)))
}

const concerns = z.object({
  wrinkle: intensity('fewer wrinkles'),
  radiance: intensity('more radiance'),
  oiliness: intensity('less shine'),
  acne: intensity('less acne'),
  eye_bags: intensity('smaller bags under the eyes'),
  dark_circle: intensity('lighter circles under the eyes'),
  spots: intensity('fewer spots'),
  pores: intensity('finer pores'),
  texture: intensity('smoother texture'),
  redness: intensity('less redness'),
})

/** How much each concern is improved, 0.0 (as it is) to 1.0. */
export type SkinConcerns = z.output<typeof concerns>

/** Up to this many concerns cost the lower price. */
const MAX_LOWER_PRICED = 4

function countConcerns(parameters: Record<string, unknown>): number {
  return Object.values(parameters).filter((value) => typeof value === 'number' && value > 0).length
}

/** Skin simulation v1.0: shows a face with its skin improved. */
export const skinSimulation = {
  name: 'skin-simulation',
  apiVersion: 'v2.0',
  title: 'Skin simulation',
  summary: 'Shows a face as it may look with chosen skin concerns improved.',
  files: { src: { ...picture(2560, 480), framing: CLOSE_UP } },
  parameters: concerns.check(
    z.refine(hasEffect, { error: 'Simulation intensity cannot be all zero' }),
  ),
  defaults: {},
  example: { src_file_url: 'https://example.com/src.jpg', wrinkle: 0.6, pores: 0.3 },
  results: FILE_RESULTS,
  codes: {
    download: 'error_download_image',
    empty: 'error_decode_image',
    bytes: 'exceed_max_filesize',
    unreadable: 'error_decode_image',
    dimensions: 'error_exceed_max_image_size',
    small: 'error_below_min_image_size',
    target: 'error_no_face',
    pose: 'error_src_face_out_of_bound',
    'small-face': 'error_src_face_too_small',
    dark: 'error_lighting_dark',
    parameter: 'error_invalid_params',
    runtime: 'unknown_internal_error',
  },
  costs: [
    {
      description: 'Skin simulation v1.0, up to 4 concerns',
      amount: 4,
      unit: 'result_image',
      applies: (parameters) => countConcerns(parameters) <= MAX_LOWER_PRICED,
    },
    { description: 'Skin simulation v1.0, 5 to 10 concerns', amount: 6, unit: 'result_image' },
  ],
  digitalSource: ALTERED,
  announces: false,
} satisfies Feature
