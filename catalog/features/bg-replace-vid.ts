import * as z from 'zod/mini'
import { PICTURE_FILE_CODES, VIDEO_CODES } from '../failures/codes.ts'
import { picture, VIDEO_BYTES } from '../files/media-limits.ts'
import { COMPOSED } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import type { Feature } from './feature.ts'

/** Video background replace v1.0: keeps the people of a video and changes what is behind them. */
export const bgReplaceVid = {
  name: 'bg-replace-vid',
  apiVersion: 'v2.0',
  title: 'Video background replace',
  summary: 'Puts a picture behind the people of a video.',
  files: {
    src: {
      containers: ['mp4'],
      maxBytes: VIDEO_BYTES,
      maxSeconds: 600,
      longer: 'cut',
      maxLongSide: 4096,
    },
    ref: { ...picture(4096), codes: PICTURE_FILE_CODES },
  },
  parameters: z.object({
    background_mode: z._default(
      z
        .enum(['crop', 'stretch'])
        .check(z.describe('how the picture is made to fit: cut off at two sides, or drawn out')),
      'crop',
    ),
  }),
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.mp4',
    ref_file_url: 'https://example.com/ref.jpg',
  },
  results: FILE_RESULTS,
  codes: VIDEO_CODES,
  costs: [{ description: 'Video background replace v1.0', amount: 2, unit: 'second' }],
  digitalSource: COMPOSED,
  announces: true,
} satisfies Feature
