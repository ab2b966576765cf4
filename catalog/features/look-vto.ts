import * as z from 'zod/mini'
import { IMAGE_CODES } from '../failures/codes.ts'
import { PORTRAIT } from '../files/framings.ts'
import { picture } from '../files/media-limits.ts'
import { ALTERED } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import { LOOK_VTO_TEMPLATES } from '../templates/look-vto.ts'
import { templateId } from '../templates/template.ts'
import type { Feature } from './feature.ts'

/** Look try-on v1.0: puts the make-up of a template on one face. */
export const lookVto = {
  name: 'look-vto',
  apiVersion: 'v2.0',
  title: 'Look try-on',
  summary: 'Puts the make-up of a template on the face of a picture.',
  files: { src: { ...picture(1919, 100), framing: PORTRAIT } },
  parameters: z.object({ template_id: templateId }),
  defaults: {},
  example: { src_file_url: 'https://example.com/src.jpg', template_id: 'daily_bare' },
  templates: LOOK_VTO_TEMPLATES,
  results: FILE_RESULTS,
  codes: {
    ...IMAGE_CODES,
    small: 'error_below_min_image_size',
    target: 'error_face_position_invalid',
    pose: 'error_face_position_invalid',
    'small-face': 'error_face_position_too_small',
    'cut-face': 'error_face_position_out_of_boundary',
    'turned-face': 'error_face_angle_invalid',
  },
  costs: [{ description: 'Look try-on v1.0', amount: 2, unit: 'result_image' }],
  digitalSource: ALTERED,
  announces: false,
} satisfies Feature
