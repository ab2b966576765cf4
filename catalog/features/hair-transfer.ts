import * as z from 'zod/mini'
import { GENERATOR_CODES, IMAGE_CODES } from '../failures/codes.ts'
import { HAIR, WORN_HAIR } from '../files/framings.ts'
import { picture } from '../files/media-limits.ts'
import { COMPOSED, generatedElsewhere } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import { HAIR_TRANSFER_TEMPLATES } from '../templates/hair-transfer.ts'
import { templateId } from '../templates/template.ts'
import type { Feature } from './feature.ts'

/** Hair transfer v2.1: gives the person of a picture the hair of another, or of a template. */
export const hairTransfer = {
  name: 'hair-transfer',
  apiVersion: 'v2.1',
  title: 'Hair transfer',
  summary: 'Gives the person of a picture the hair of a reference picture or of a template.',
  files: {
    src: { ...picture(1024), formats: ['jpeg'], framing: HAIR },
    ref: {
      ...picture(1024),
      formats: ['jpeg'],
      framing: WORN_HAIR,
      absent: 'with a template',
    },
  },
  parameters: z.object({
    template_id: z.optional(templateId),
    hair_color: z._default(
      z
        .enum(['ref', 'src'])
        .check(
          z.describe(
            'whose colour; of templates only those with keep_users_color take the person’s own',
          ),
        ),
      'ref',
    ),
  }),
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.jpg',
    ref_file_url: 'https://example.com/ref.jpg',
    hair_color: 'src',
  },
  templates: HAIR_TRANSFER_TEMPLATES,
  results: FILE_RESULTS,
  codes: {
    ...IMAGE_CODES,
    ...GENERATOR_CODES,
    pose: 'error_face_pose',
    several: 'error_multiple_people',
    shoulders: 'error_no_shoulder',
    'turned-face': 'error_large_face_angle',
    'hidden-face': 'error_insufficient_landmarks',
    'short-hair': 'error_hair_too_short',
  },
  costs: [{ description: 'Hair transfer v2.1', amount: 2, unit: 'result_image' }],
  digitalSource: generatedElsewhere(COMPOSED),
  announces: true,
} satisfies Feature
