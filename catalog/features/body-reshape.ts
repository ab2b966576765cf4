import * as z from 'zod/mini'
import { PHOTO_CODES } from '../failures/codes.ts'
import { STANDING } from '../files/framings.ts'
import { picture } from '../files/media-limits.ts'
import { ALTERED } from '../results/digital-source.ts'
import { BOX_RESULTS, note, timed, url } from '../results/results.ts'
import type { Feature } from './feature.ts'
import { notAllZero, signed, targetIndex, unsigned, VERSION } from './parameters.ts'

/**
 * The keys of `features`. Left and right are the depicted person's. A combined key (`breast`, `shoulder`,
 * `squared_shoulder`, `neck`) sets both sides; a per-side key overrides it, and a per-side 0 leaves that side alone.
 */
const features = z.object({
  arm: signed('thin … thick'),
  belly: signed('flat … protruding'),
  breast: signed('flat … full, both sides'),
  breast_left: signed('flat … full'),
  breast_right: signed('flat … full'),
  hip: signed('narrow … wide'),
  hip_lift: signed('sculpted … rounded'),
  leg: signed('thin … thick'),
  neck: unsigned('0 original … 100 tucked in, both sides'),
  neck_left: unsigned('0 original … 100 tucked in'),
  neck_right: unsigned('0 original … 100 tucked in'),
  shoulder: signed('narrow … broad, both sides'),
  shoulder_left: signed('narrow … broad'),
  shoulder_right: signed('narrow … broad'),
  slim: signed('slim … curvy'),
  squared_shoulder: signed('sloped … squared, both sides'),
  squared_shoulder_left: signed('sloped … squared'),
  squared_shoulder_right: signed('sloped … squared'),
  taller: unsigned('0 original … 100 taller'),
  waist: signed('narrow … wide'),
})

/** Every key of `features`, in the order of the service's documentation. */
export const BODY_FEATURE_KEYS = Object.keys(features.shape) as (keyof BodyFeatures)[]

/** Strengths of a body reshape, −100–100 (neck and taller 0–100). */
export type BodyFeatures = z.output<typeof features>

const parameters = z.object({
  version: VERSION,
  index: targetIndex,
  features: features.check(notAllZero),
})

/** Combined keys have no result field of their own: each side is reported. */
const isCombined = (key: string): boolean => `${key}_left` in features.shape

const results = z.object({
  note,
  url,
  timed,
  timed_apply: timed,
  ...Object.fromEntries(
    BODY_FEATURE_KEYS.filter((key) => !isCombined(key)).map((key) => [key, z.boolean()]),
  ),
})

/** Body reshape v1.0: changes the build of one person of the picture. */
export const bodyReshape = {
  name: 'body-reshape',
  apiVersion: 'v2.0',
  title: 'Body reshape',
  summary: 'Slims, widens or lengthens parts of one person and leaves everybody else as they are.',
  files: { src: { ...picture(2048, 320), framing: STANDING } },
  parameters,
  defaults: { version: '1.0' },
  example: { src_file_url: 'https://example.com/src.jpg', version: '1.0', features: { slim: -10 } },
  preProcess: { finds: 'bodies', results: BOX_RESULTS },
  results,
  codes: PHOTO_CODES,
  costs: [{ description: 'Body reshape v1.0', amount: 1, unit: 'result_image' }],
  digitalSource: ALTERED,
  announces: true,
} satisfies Feature
