import * as z from 'zod/mini'
import { GENERATOR_CODES, IMAGE_CODES } from '../failures/codes.ts'
import { picture } from '../files/media-limits.ts'
import { COMPOSED, generatedElsewhere } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import type { Feature } from './feature.ts'

function length(meaning: string) {
  return z.int().check(z.gte(1), z.lte(4096), z.describe(meaning))
}
function offset(meaning: string) {
  return z.int().check(z.gte(0), z.lte(4096), z.describe(meaning))
}

const fields = z.object({
  output_width: length('of the result'),
  output_height: length('of the result'),
  input_x: offset('left edge of the source in the result'),
  input_y: offset('top edge of the source in the result'),
  input_width: length('of the source in the result'),
  input_height: length('of the source in the result'),
  crop_input_x: offset('left edge of the part of the source that is used'),
  crop_input_y: offset('top edge of the part of the source that is used'),
  crop_input_width: length('of the part of the source that is used'),
  crop_input_height: length('of the part of the source that is used'),
})

/** Pixels: the crop of the source (`crop_input_*`), its box in the result (`input_*`) and the result's size. */
export type Extension = z.output<typeof fields>

/** Image extender v2.0: continues a picture beyond its edges. */
export const outPaint = {
  name: 'out-paint',
  apiVersion: 'v2.0',
  title: 'Image extender',
  summary: 'Continues a picture beyond its edges.',
  files: { src: { ...picture(4096), formats: ['jpeg'] } },
  parameters: fields.check(
    z.refine((to) => to.input_x + to.input_width <= to.output_width, {
      error: 'input_x + input_width is above the allowed maximum, output_width.',
    }),
    z.refine((to) => to.input_y + to.input_height <= to.output_height, {
      error: 'input_y + input_height is above the allowed maximum, output_height.',
    }),
    z.refine((to) => to.output_width > to.input_width || to.output_height > to.input_height, {
      error: 'output_width and output_height must be larger than input_width and input_height.',
    }),
  ),
  // The crop of the source and its size in the result belong together: scaled, they would no longer be whole pixels.
  placePixels: (parameters, { crop, sent }) =>
    crop.left === 0 && crop.top === 0 && crop.width === sent.width && crop.height === sent.height
      ? parameters
      : undefined,
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.jpg',
    output_width: 960,
    output_height: 1280,
    input_x: 240,
    input_y: 320,
    input_width: 480,
    input_height: 640,
    crop_input_x: 0,
    crop_input_y: 0,
    crop_input_width: 480,
    crop_input_height: 640,
  },
  results: FILE_RESULTS,
  codes: {
    ...IMAGE_CODES,
    ...GENERATOR_CODES,
    dimensions: 'invalid_parameter',
    target: 'invalid_parameter',
    pose: 'invalid_parameter',
  },
  costs: [{ description: 'Image extender v2.0', amount: 2, unit: 'result_image' }],
  mayGenerate: true,
  digitalSource: generatedElsewhere(COMPOSED),
  announces: false,
  reframes: true,
} satisfies Feature
