import { bodyReshape } from '../../engine/effects/body-reshape/body-reshape.ts'
import { faceLift } from '../../engine/effects/face-lift/face-lift.ts'
import { faceReshape } from '../../engine/effects/face-reshape/face-reshape.ts'
import { swapFace } from '../../engine/effects/face-swap/face-swap.ts'
import { giverOf } from '../../engine/effects/face-swap/giver.ts'
import { analyseSkinType } from '../../engine/effects/fitzpatrick/analyse-skin-type.ts'
import { simulateSkin } from '../../engine/effects/skin-simulation/skin-simulation.ts'
import { protectOthers } from '../../engine/performers/protect-others.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { detectBodies } from '../../engine/vision/detect-bodies.ts'
import { detectFaces } from '../../engine/vision/detect-faces.ts'
import type { Face } from '../../engine/vision/face.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import type { Subject } from './engine-pictures.ts'

/** What the engine does of one task between decoding and encoding, in its two steps. */
export type BenchedEffect = {
  name: string
  on: Subject
  /** Finds whom the effect is for; gives the effect itself, which has no result where it only reads. */
  detect(picture: Picture, vision: Vision): Promise<() => Picture | undefined>
}

const goOn = async (): Promise<void> => {}

/** Every effect that is built, with parameters that make it do all of its kinds of work. */
export const EFFECTS: readonly BenchedEffect[] = [
  {
    name: 'body-reshape',
    on: 'body',
    detect: async (picture, vision) => {
      const bodies = await detectBodies(picture, vision)
      const [body] = bodies
      if (!body) throw new Error('The person of the bench was not found.')
      const others = await protectOthers(picture, body, bodies, vision, goOn)
      return () => bodyReshape(picture, body, others, { slim: -60, waist: -30 }).picture
    },
  },
  onFace('face-reshape', 'portrait', reshaped),
  onFace('face-reshape', 'close-up', reshaped),
  onFace('face-reshape, skin', 'portrait', (picture, face) => {
    const global = { skin_smooth_strength: 60, skin_smooth_color_intensity: 60 }
    return faceReshape(picture, face, [], { features: { eye_size: 40 }, global })
  }),
  onFace('face-lift, auto', 'portrait', (picture, face) =>
    faceLift(picture, face, [], { type: 'auto' }),
  ),
  onFace('skin-simulation, 3', 'close-up', (picture, face) =>
    simulateSkin(picture, face, { wrinkle: 0.6, dark_circle: 0.6, texture: 0.6 }),
  ),
  onFace('skin-simulation, 10', 'close-up', (picture, face) =>
    simulateSkin(picture, face, ALL_CONCERNS),
  ),
  {
    name: 'face-swap',
    on: 'portrait',
    detect: async (picture, vision) => {
      const [face] = await detectFaces(picture, vision)
      // The giver's picture is looked at as well; that it is the same one changes nothing of the work.
      const [given] = await detectFaces(picture, vision)
      if (!face || !given) throw new Error('The face of the bench was not found.')
      return () => swapFace(picture, face, giverOf(picture, given))
    },
  },
  onFace('fitzpatrick', 'close-up', (picture, face) => {
    analyseSkinType(picture, face)
    return undefined
  }),
]

const ALL_CONCERNS = {
  wrinkle: 0.6,
  radiance: 0.6,
  oiliness: 0.6,
  acne: 0.6,
  eye_bags: 0.6,
  dark_circle: 0.6,
  spots: 0.6,
  pores: 0.6,
  texture: 0.6,
  redness: 0.6,
}

function reshaped(picture: Picture, face: Face): Picture {
  const features = { eye_size: 40, face_reshape: -40, lip_size: 30 }
  return faceReshape(picture, face, [], { features })
}

function onFace(
  name: string,
  on: 'close-up' | 'portrait',
  apply: (picture: Picture, face: Face) => Picture | undefined,
): BenchedEffect {
  return {
    name,
    on,
    detect: async (picture, vision) => {
      const [face] = await detectFaces(picture, vision)
      if (!face) throw new Error('The face of the bench was not found.')
      return () => apply(picture, face)
    },
  }
}
