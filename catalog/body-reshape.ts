import * as z from 'zod/mini'
import type { Feature } from './feature.ts'

const signed = z.optional(z.number().check(z.gte(-100), z.lte(100)))
const unsigned = z.optional(z.number().check(z.gte(0), z.lte(100)))

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
  version: z.literal('1.0'),
  index: z.optional(z.int().check(z.gte(0), z.lte(99))),
  features: features.check(
    z.refine(
      (value) => Object.values(value).some((strength) => strength !== 0 && strength !== undefined),
      {
        error: 'features needs at least one value that is not zero.',
      },
    ),
  ),
})

/** Body reshape v1.0: changes the build of one person of the picture. */
export const bodyReshape: Feature = {
  name: 'body-reshape',
  apiVersion: 'v2.0',
  title: 'Body reshape',
  summary: 'Slims, widens or lengthens parts of one person and leaves everybody else as they are.',
  files: {
    src: {
      formats: ['jpeg', 'png'],
      maxBytes: 10_000_000,
      minShortSide: 320,
      maxLongSide: 2048,
    },
  },
  parameters,
  defaults: { version: '1.0' },
  preProcess: { finds: 'bodies' },
  codes: {
    download: 'error_download_image',
    empty: 'INPUT_MAIN_IMAGE_EMPTY',
    bytes: 'exceed_max_filesize',
    unreadable: 'INPUT_ERROR',
    dimensions: 'PHOTO_CHECK_INVALID',
    target: 'PHOTO_DETECTION_FAIL',
    pose: 'PHOTO_CHECK_INVALID',
    parameter: 'invalid_parameter',
    runtime: 'RUNTIME_ERROR',
  },
  units: () => 1,
  announces: true,
}
