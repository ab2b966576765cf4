import * as z from 'zod/mini'
import { PHOTO_CODES } from './codes.ts'
import type { Feature } from './feature.ts'
import { picture } from './media-limits.ts'
import { BOX_RESULTS, TIMED_FILE_RESULTS } from './results.ts'
import { notAllZero, signedInt, unsignedInt } from './strength.ts'
import { targetIndex, VERSION } from './version.ts'

/**
 * The keys of `features`. A combined key (`face_reshape`, `chin_reshape`, `eye_size`) sets both sides; a per-side key
 * overrides it, and a per-side 0 leaves that side alone.
 */
const features = z.object({
  cheekbones: unsignedInt,
  jaw: unsignedInt,
  face_reshape: signedInt,
  face_reshape_left: signedInt,
  face_reshape_right: signedInt,
  face_width: signedInt,
  chin_reshape: signedInt,
  chin_reshape_left: signedInt,
  chin_reshape_right: signedInt,
  chin_length: signedInt,
  eye_size: signedInt,
  eye_size_left: signedInt,
  eye_size_right: signedInt,
  eye_distance: signedInt,
  eye_angle: signedInt,
  eye_height: signedInt,
  eye_width: signedInt,
  nose_bridge_width: signedInt,
  nose_lift: signedInt,
  nose_size: signedInt,
  nose_tip: signedInt,
  nose_tip_width: signedInt,
  nose_wing: signedInt,
  lip_size: signedInt,
  lip_width: signedInt,
  lip_peak: signedInt,
  lip_height_top: signedInt,
  lip_height_bottom: signedInt,
})

/** Strengths of a face reshape, −100–100 (cheekbones and jaw 0–100). */
export type FaceFeatures = z.output<typeof features>

/** How strongly the skin is smoothed, 0–100. */
export const skinSmoothing = z.object({
  skin_smooth_strength: unsignedInt,
  skin_smooth_color_intensity: unsignedInt,
})

/** Face reshape v1.0: changes the proportions of one face. */
export const faceReshape = {
  name: 'face-reshape',
  apiVersion: 'v2.0',
  title: 'Face reshape',
  summary: 'Changes the proportions of one face: its outline, eyes, nose and lips.',
  files: { src: picture(4096) },
  parameters: z.object({
    version: VERSION,
    index: targetIndex,
    features: features.check(notAllZero),
    global: skinSmoothing,
  }),
  defaults: { version: '1.0', global: {} },
  preProcess: { finds: 'faces', results: BOX_RESULTS },
  results: TIMED_FILE_RESULTS,
  codes: PHOTO_CODES,
  costs: [{ description: 'Face reshape v1.0', amount: 1, unit: 'result_image' }],
  announces: true,
} satisfies Feature
