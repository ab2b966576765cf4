import * as z from 'zod/mini'
import { MASK_FILE_CODES, VIDEO_CODES } from '../failures/codes.ts'
import { picture, VIDEO_BYTES } from '../files/media-limits.ts'
import { COMPOSED, generatedElsewhere } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import type { Feature } from './feature.ts'

/** The frames of 60 seconds at 240 frames per second. */
const MAX_FRAMES = 60 * 240

/** Video object removal v2.1: follows what a mask marks in one frame, and removes it from all. */
export const objRemVid = {
  name: 'obj-rem-vid',
  apiVersion: 'v2.0',
  title: 'Video object removal',
  summary: 'Removes what a mask marks in one frame from a whole video.',
  files: {
    src: {
      containers: ['mov', 'mp4'],
      maxBytes: VIDEO_BYTES,
      maxSeconds: 60,
      longer: 'refused',
      maxLongSide: 4096,
    },
    msk: { ...picture(4096), codes: MASK_FILE_CODES },
  },
  parameters: z.object({
    frame_idx: z
      .int()
      .check(
        z.gte(0),
        z.lt(MAX_FRAMES),
        z.describe('the frame the mask belongs to, counted from 0'),
      ),
  }),
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.mp4',
    msk_file_url: 'https://example.com/msk.png',
    frame_idx: 0,
  },
  results: FILE_RESULTS,
  codes: VIDEO_CODES,
  costs: [{ description: 'Video object removal v2.1', amount: 2, unit: 'second' }],
  digitalSource: generatedElsewhere(COMPOSED),
  announces: true,
} satisfies Feature
