import * as z from 'zod/mini'
import { PHOTO_CODES } from './codes.ts'
import type { Feature } from './feature.ts'
import { picture } from './media-limits.ts'
import { BOX_RESULTS, timed, url } from './results.ts'
import { notAllZero, signed, unsigned } from './strength.ts'
import { targetIndex, VERSION } from './version.ts'

/**
 * The keys of `features`. Left and right are the depicted person's. A combined key (`breast`, `shoulder`,
 * `squared_shoulder`, `neck`) sets both sides; a per-side key overrides it, and a per-side 0 leaves that side alone.
 */
const features = z.object({
  /** thin … thick */
  arm: signed,
  /** flat … protruding */
  belly: signed,
  /** flat … full */
  breast: signed,
  breast_left: signed,
  breast_right: signed,
  /** narrow … wide */
  hip: signed,
  /** sculpted … rounded */
  hip_lift: signed,
  /** thin … thick */
  leg: signed,
  /** 0 original … 100 tucked in */
  neck: unsigned,
  neck_left: unsigned,
  neck_right: unsigned,
  /** narrow … broad */
  shoulder: signed,
  shoulder_left: signed,
  shoulder_right: signed,
  /** slim … curvy */
  slim: signed,
  /** sloped … squared */
  squared_shoulder: signed,
  squared_shoulder_left: signed,
  squared_shoulder_right: signed,
  /** 0 original … 100 taller */
  taller: unsigned,
  /** narrow … wide */
  waist: signed,
})

/** Every key of `features`, in the order of the documents. */
export const BODY_FEATURE_KEYS = Object.keys(features.shape) as (keyof BodyFeatures)[]

/** Strengths of a body reshape, −100–100 (neck and taller 0–100). */
export type BodyFeatures = z.output<typeof features>

const parameters = z.object({
  version: VERSION,
  index: targetIndex,
  features: features.check(notAllZero),
})

/** Combined keys stand for their sides, which are reported one by one. */
const COMBINED = ['breast', 'neck', 'shoulder', 'squared_shoulder']

const results = z.object({
  url,
  timed,
  timed_apply: timed,
  ...Object.fromEntries(
    BODY_FEATURE_KEYS.filter((key) => !COMBINED.includes(key)).map((key) => [key, z.boolean()]),
  ),
})

/** Body reshape v1.0: changes the build of one person of the picture. */
export const bodyReshape = {
  name: 'body-reshape',
  apiVersion: 'v2.0',
  title: 'Body reshape',
  summary: 'Slims, widens or lengthens parts of one person and leaves everybody else as they are.',
  files: { src: picture(2048, 320) },
  parameters,
  defaults: { version: '1.0' },
  preProcess: { finds: 'bodies', results: BOX_RESULTS },
  results,
  codes: PHOTO_CODES,
  costs: [{ description: 'Body reshape v1.0', amount: 1, unit: 'result_image' }],
  announces: true,
} satisfies Feature
