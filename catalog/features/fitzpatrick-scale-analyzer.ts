import * as z from 'zod/mini'
import { PORTRAIT } from '../files/framings.ts'
import { picture } from '../files/media-limits.ts'
import { BOX_RESULTS, note, timed } from '../results/results.ts'
import type { Feature } from './feature.ts'
import { targetIndex, VERSION } from './parameters.ts'

/** The six skin types, from white (always burns) to very dark brown (almost never burns). */
export const FITZPATRICK_TYPES = ['I', 'II', 'III', 'IV', 'V', 'VI'] as const

/** Fitzpatrick analysis v1.0: names the skin type of one face. Its result has no file. */
export const fitzpatrickScaleAnalyzer = {
  name: 'fitzpatrick-scale-analyzer',
  apiVersion: 'v2.0',
  title: 'Fitzpatrick skin type analysis',
  summary: 'Estimates the Fitzpatrick type of one face’s skin, I to VI.',
  files: { src: { ...picture(4096, 320), formats: ['jpeg'], framing: PORTRAIT } },
  parameters: z.object({ version: VERSION, index: targetIndex }),
  defaults: { version: '1.0' },
  example: { src_file_url: 'https://example.com/src.jpg', version: '1.0', index: 0 },
  preProcess: { finds: 'faces', results: BOX_RESULTS },
  results: z.object({ fitzpatrick_scale: z.enum(FITZPATRICK_TYPES), timed, note }),
  codes: {
    download: 'error_download_image',
    empty: 'error_decode_image',
    bytes: 'exceed_max_filesize',
    unreadable: 'error_decode_image',
    dimensions: 'error_exceed_max_image_size',
    small: 'error_below_min_image_size',
    target: 'error_no_face',
    pose: 'error_face_position_invalid',
    'small-face': 'error_face_position_too_small',
    'cut-face': 'error_face_position_out_of_boundary',
    'turned-face': 'error_face_angle_invalid',
    dark: 'error_insufficient_lighting',
    parameter: 'invalid_parameter',
    runtime: 'unknown_internal_error',
  },
  costs: [{ description: 'Fitzpatrick analysis v1.0', amount: 10, unit: 'result_image' }],
  announces: true,
} satisfies Feature
