import * as z from 'zod/mini'
import { VIDEO_CODES } from '../failures/codes.ts'
import { VIDEO_BYTES } from '../files/media-limits.ts'
import { ALTERED, generatedElsewhere } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import { templateId } from '../templates/template.ts'
import { VIDEO_TRANS_TEMPLATES } from '../templates/video-trans.ts'
import type { Feature } from './feature.ts'

const MAX_SECONDS = 30

/** Video style transfer v1.0: paints a video in the style of a template. */
export const videoTrans = {
  name: 'video-trans',
  apiVersion: 'v2.0',
  title: 'Video style transfer',
  summary: 'Paints a video in the style of a template.',
  files: {
    src: {
      containers: ['mov', 'mp4'],
      maxBytes: VIDEO_BYTES,
      maxSeconds: MAX_SECONDS,
      longer: 'refused',
      maxLongSide: 4096,
    },
  },
  parameters: z.object({
    template_id: templateId,
    dst_duration: z.int().check(z.gte(1), z.lte(MAX_SECONDS), z.describe('seconds of the result')),
  }),
  defaults: {},
  example: { src_file_url: 'https://example.com/src.mp4', template_id: 'ink', dst_duration: 8 },
  templates: VIDEO_TRANS_TEMPLATES,
  results: FILE_RESULTS,
  codes: VIDEO_CODES,
  costs: [{ description: 'Video style transfer v1.0', amount: 4, unit: 'second' }],
  digitalSource: generatedElsewhere(ALTERED),
  announces: true,
} satisfies Feature
