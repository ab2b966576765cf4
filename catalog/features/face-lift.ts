import * as z from 'zod/mini'
import { PHOTO_CODES } from '../failures/codes.ts'
import { LIFTED_FACE } from '../files/framings.ts'
import { picture } from '../files/media-limits.ts'
import { ALTERED } from '../results/digital-source.ts'
import { BOX_RESULTS, TIMED_FILE_RESULTS } from '../results/results.ts'
import { skinSmoothing } from './face-reshape.ts'
import type { Feature } from './feature.ts'
import { hasEffect, targetIndex, unsignedInt, VERSION } from './parameters.ts'

const features = z.strictObject({
  eye_bag: unsignedInt('bags under the eyes'),
  cheek: unsignedInt('cheeks'),
  forehead: unsignedInt('forehead'),
  shape: unsignedInt('outline of the face'),
  mouth: unsignedInt('folds and corners of the mouth'),
})

/** Strengths of a face lift, 0–100. */
export type LiftFeatures = z.output<typeof features>

const parameters = z
  .object({
    version: VERSION,
    index: targetIndex,
    type: z._default(
      z.enum(['auto', 'custom']).check(z.describe('auto needs no features')),
      'custom',
    ),
    features: z.optional(features),
    global: z.optional(skinSmoothing),
  })
  .check(
    z.refine(({ type, features }) => type === 'auto' || features !== undefined, {
      error: "features is required but wasn't included in your request.",
    }),
    z.refine(
      ({ type, features }) => type === 'auto' || features === undefined || hasEffect(features),
      { error: 'features needs at least one value that is not zero.' },
    ),
  )

/** Face lift v1.0: tightens parts of one face. */
export const faceLift = {
  name: 'face-lift',
  apiVersion: 'v2.0',
  title: 'Face lift',
  summary: 'Firms one face: bags under the eyes, cheeks, forehead, outline and mouth.',
  files: { src: { ...picture(1920), framing: LIFTED_FACE } },
  parameters,
  defaults: { version: '1.0' },
  example: {
    src_file_url: 'https://example.com/src.jpg',
    version: '1.0',
    type: 'custom',
    features: { cheek: 20 },
  },
  preProcess: { finds: 'faces', results: BOX_RESULTS },
  results: TIMED_FILE_RESULTS,
  codes: PHOTO_CODES,
  costs: [{ description: 'Face lift v1.0', amount: 1, unit: 'result_image' }],
  digitalSource: ALTERED,
  announces: true,
} satisfies Feature
