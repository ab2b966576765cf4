import * as z from 'zod/mini'
import { IMAGE_CODES } from '../failures/codes.ts'
import { Failure } from '../failures/failure.ts'
import { picture } from '../files/media-limits.ts'
import { COMPOSED, generatedElsewhere } from '../results/digital-source.ts'
import { FACE_RESULTS, FILE_RESULTS } from '../results/results.ts'
import type { Feature, ValidTask } from './feature.ts'

const MAX_FACES = 20

const faceIndex = (says: string) => z.int().check(z.gte(-1), z.lt(MAX_FACES), z.describe(says))

/** `position` is a face that the detection found, `index` a reference file, both from 0. −1 in both skips a face. */
const mapping = z
  .array(
    z.object({
      index: faceIndex('the reference file, counted from 0; -1 where the face is skipped'),
      position: faceIndex(
        'the face that the detection found, counted from 0; -1 where it is skipped',
      ),
    }),
  )
  .check(
    z.minLength(1),
    z.maxLength(MAX_FACES),
    z.refine((pairs) => pairs.every(({ index, position }) => index < 0 === position < 0), {
      error: 'face_mapping needs index and position to be both -1 or both 0 or more.',
    }),
    z.refine((pairs) => pairs.some(({ index }) => index >= 0), {
      error: 'face_mapping needs at least one face that is not skipped.',
    }),
    z.refine(
      (pairs) => {
        const taken = pairs.map(({ position }) => position).filter((position) => position >= 0)
        return new Set(taken).size === taken.length
      },
      { error: 'face_mapping names one position twice.' },
    ),
  )

/** Which reference face replaces which face of the source. */
export type FaceMapping = z.output<typeof mapping>

function normalize(
  parameters: Record<string, unknown>,
  { ref }: ValidTask['files'],
): Record<string, unknown> {
  const given = Array.isArray(ref) ? ref.length : 1
  const asked = Math.max(...(parameters['face_mapping'] as FaceMapping).map(({ index }) => index))
  if (asked < given) return parameters
  throw new Failure(
    'InvalidParameters',
    `face_mapping names reference ${asked}, and there are ${given}, counted from 0.`,
  )
}

/** Face swap v1.0: puts faces of reference pictures onto faces of the source. */
export const faceSwap = {
  name: 'face-swap',
  apiVersion: 'v2.0',
  title: 'Face swap',
  summary: 'Puts the faces of reference pictures onto chosen faces of a picture.',
  files: { src: picture(4096), ref: { ...picture(4096), maxCount: MAX_FACES } },
  parameters: z.object({ face_mapping: mapping }),
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.jpg',
    ref_file_urls: ['https://example.com/a.jpg', 'https://example.com/b.jpg'],
    face_mapping: [
      { index: 0, position: 0 },
      { index: -1, position: -1 },
      { index: 1, position: 2 },
    ],
  },
  normalize,
  preProcess: { finds: 'faces', results: FACE_RESULTS },
  results: FILE_RESULTS,
  codes: {
    ...IMAGE_CODES,
    dimensions: 'exceed_max_filesize',
    ratio: 'error_unsupport_ratio',
    several: 'error_multiple_people',
    shoulders: 'error_no_shoulder',
    'turned-face': 'error_large_face_angle',
    'hidden-face': 'error_face_parsing',
    runtime: 'error_inference',
  },
  costs: [{ description: 'Face swap v1.0', amount: 1, unit: 'result_image' }],
  digitalSource: generatedElsewhere(COMPOSED),
  announces: true,
} satisfies Feature
