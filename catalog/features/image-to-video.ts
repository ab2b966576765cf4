import * as z from 'zod/mini'
import { GENERATOR_CODES, IMAGE_CODES } from '../failures/codes.ts'
import { picture } from '../files/media-limits.ts'
import { COMPOSED, generatedElsewhere } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import { IMAGE_TO_VIDEO_TEMPLATES } from '../templates/image-to-video.ts'
import { templateId } from '../templates/template.ts'
import type { Feature } from './feature.ts'

function modeOf({ mode, template_id }: Record<string, unknown>): unknown {
  return mode ?? IMAGE_TO_VIDEO_TEMPLATES.find(({ id }) => id === template_id)?.mode
}

/** What a template that a generator makes is asked for: more lines for the better quality. */
export function animationOf({
  template_id,
  dst_duration,
  mode,
}: Readonly<Record<string, unknown>>) {
  const template = IMAGE_TO_VIDEO_TEMPLATES.find(({ id }) => id === template_id)
  if (!template?.isGenerated) return undefined
  const isBetter = (mode ?? template.mode) === 'pro'
  return { seconds: Number(dst_duration), height: isBetter ? (720 as const) : (540 as const) }
}

/** Image to video v1.0: sets a picture in motion. */
export const imageToVideo = {
  name: 'image-to-video',
  apiVersion: 'v2.0',
  title: 'Image to video',
  summary: 'Sets a picture in motion, in the manner of a template.',
  files: { src: { ...picture(4096, 300), maxRatio: 2.5 } },
  parameters: z.object({
    template_id: templateId,
    dst_duration: z.literal([5, 10]).check(z.describe('seconds of the result')),
    mode: z.optional(
      z.enum(['std', 'pro']).check(z.describe('up to 720p or 1080p; the template’s own if absent')),
    ),
  }),
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.jpg',
    template_id: 'push_in',
    dst_duration: 5,
    mode: 'std',
  },
  templates: IMAGE_TO_VIDEO_TEMPLATES,
  mayAnimate: animationOf,
  results: FILE_RESULTS,
  codes: {
    ...IMAGE_CODES,
    ...GENERATOR_CODES,
    ratio: 'error_unsupport_ratio',
    small: 'error_below_min_image_size',
  },
  costs: [
    {
      description: 'Image to video v1.0, pro',
      amount: 6,
      unit: 'second',
      applies: (parameters) => modeOf(parameters) === 'pro',
    },
    { description: 'Image to video v1.0, std', amount: 3, unit: 'second' },
  ],
  digitalSource: generatedElsewhere(COMPOSED),
  announces: false,
} satisfies Feature
