import * as z from 'zod/mini'
import { PHOTO_CODES } from '../failures/codes.ts'
import { RESHAPED_FACE } from '../files/framings.ts'
import { picture } from '../files/media-limits.ts'
import { ALTERED } from '../results/digital-source.ts'
import { BOX_RESULTS, TIMED_FILE_RESULTS } from '../results/results.ts'
import type { Feature } from './feature.ts'
import { notAllZero, signedInt, targetIndex, unsignedInt, VERSION } from './parameters.ts'

/**
 * The keys of `features`. A combined key (`face_reshape`, `chin_reshape`, `eye_size`) sets both sides; a per-side key
 * overrides it, and a per-side 0 leaves that side alone.
 */
const features = z.object({
  cheekbones: unsignedInt('0 original … 100 raised'),
  jaw: unsignedInt('0 original … 100 slimmed'),
  face_reshape: signedInt('narrow … wide outline, both sides'),
  face_reshape_left: signedInt('narrow … wide outline'),
  face_reshape_right: signedInt('narrow … wide outline'),
  face_width: signedInt('narrow … wide'),
  chin_reshape: signedInt('pointed … broad, both sides'),
  chin_reshape_left: signedInt('pointed … broad'),
  chin_reshape_right: signedInt('pointed … broad'),
  chin_length: signedInt('short … long'),
  eye_size: signedInt('small … large, both eyes'),
  eye_size_left: signedInt('small … large'),
  eye_size_right: signedInt('small … large'),
  eye_distance: signedInt('close … far apart'),
  eye_angle: signedInt('outer corners down … up'),
  eye_height: signedInt('narrow … open'),
  eye_width: signedInt('narrow … wide'),
  nose_bridge_width: signedInt('narrow … wide'),
  nose_lift: signedInt('down … up'),
  nose_size: signedInt('small … large'),
  nose_tip: signedInt('small … large'),
  nose_tip_width: signedInt('narrow … wide'),
  nose_wing: signedInt('narrow … wide'),
  lip_size: signedInt('thin … full'),
  lip_width: signedInt('narrow … wide'),
  lip_peak: signedInt('flat … marked'),
  lip_height_top: signedInt('thin … full upper lip'),
  lip_height_bottom: signedInt('thin … full lower lip'),
})

/** Strengths of a face reshape, −100–100 (cheekbones and jaw 0–100). */
export type FaceFeatures = z.output<typeof features>

/** How strongly the skin is smoothed, 0–100. */
export const skinSmoothing = z.object({
  skin_smooth_strength: unsignedInt('how much texture is smoothed'),
  skin_smooth_color_intensity: unsignedInt('how much the tone is evened'),
})

/** Face reshape v1.0: changes the proportions of one face. */
export const faceReshape = {
  name: 'face-reshape',
  apiVersion: 'v2.0',
  title: 'Face reshape',
  summary: 'Changes the proportions of one face: its outline, eyes, nose and lips.',
  files: { src: { ...picture(4096), framing: RESHAPED_FACE } },
  parameters: z.object({
    version: VERSION,
    index: targetIndex,
    features: features.check(notAllZero),
    global: skinSmoothing,
  }),
  defaults: { version: '1.0', global: {} },
  example: {
    src_file_url: 'https://example.com/src.jpg',
    version: '1.0',
    features: { lip_size: 20 },
    global: {},
  },
  preProcess: { finds: 'faces', results: BOX_RESULTS },
  results: TIMED_FILE_RESULTS,
  codes: PHOTO_CODES,
  costs: [{ description: 'Face reshape v1.0', amount: 1, unit: 'result_image' }],
  digitalSource: ALTERED,
  announces: true,
} satisfies Feature
