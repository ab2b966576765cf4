import * as z from 'zod/mini'
import { GENERATOR_CODES, IMAGE_CODES, MASK_FILE_CODES } from '../failures/codes.ts'
import { picture } from '../files/media-limits.ts'
import { COMPOSED, generatedElsewhere } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import type { Feature } from './feature.ts'

/** Object replace v1.0: paints what a prompt describes where a mask is white. */
export const objReplace = {
  name: 'obj-replace',
  apiVersion: 'v2.0',
  title: 'Object replace',
  summary: 'Replaces the part of a picture where a mask of the same size is white.',
  files: { src: picture(2048), msk: { ...picture(2048), codes: MASK_FILE_CODES } },
  parameters: z.object({
    prompt: z.string().check(z.minLength(1), z.maxLength(2000), z.describe('what to paint')),
  }),
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.jpg',
    msk_file_url: 'https://example.com/msk.png',
    prompt: 'a red jacket',
  },
  results: FILE_RESULTS,
  codes: {
    ...IMAGE_CODES,
    ...GENERATOR_CODES,
    dimensions: 'invalid_parameter',
    target: 'invalid_parameter',
    pose: 'invalid_parameter',
  },
  costs: [{ description: 'Object replace v1.0', amount: 1, unit: 'result_image' }],
  mayGenerate: true,
  digitalSource: generatedElsewhere(COMPOSED),
  announces: false,
} satisfies Feature
