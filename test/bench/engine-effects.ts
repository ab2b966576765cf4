import { bodyReshape } from '../../engine/effects/body-reshape/body-reshape.ts'
import { liftFace } from '../../engine/effects/face-lift/face-lift.ts'
import { reshapeFace } from '../../engine/effects/face-reshape/face-reshape.ts'
import { cropDonor } from '../../engine/effects/face-swap/donor.ts'
import { swapFace } from '../../engine/effects/face-swap/face-swap.ts'
import { analyseSkinType } from '../../engine/effects/fitzpatrick-scale-analyzer/analyse-skin-type.ts'
import { simulateSkin } from '../../engine/effects/skin-simulation/skin-simulation.ts'
import { admitPicture, openPicture } from '../../engine/media/open-picture.ts'
import { decodeWithFaces } from '../../engine/performers/open-with-faces.ts'
import { protectOthers } from '../../engine/performers/protect-others.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { detectBodies } from '../../engine/vision/bodies/detect-bodies.ts'
import type { Face } from '../../engine/vision/faces/face.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import type { Subject } from './engine-pictures.ts'

/** What the engine does of one task before it writes the result. */
export type BenchedEffect = {
  name: string
  on: Subject
  /** How many pictures of that size it opens. */
  opens: number
  /** Opens the picture as a task does and finds whom the effect is for. */
  open(bytes: Uint8Array, vision: Vision): Promise<Ready>
}

type Ready = {
  picture: Picture
  /** The effect itself, which has no result where it only reads. */
  apply(): Picture | undefined
}

async function goOn(): Promise<void> {}

/** Sizes beyond a feature's own limits are measured too. */
export const NO_LIMITS = { formats: ['jpeg'], maxBytes: 50_000_000, maxLongSide: 8000 } as const

/** An effect on one face. */
export type FaceEffect = {
  name: string
  on: 'close-up' | 'portrait'
  apply(picture: Picture, face: Face): Picture | undefined
}

/** With parameters that make them do all of their kinds of work. */
export const FACE_EFFECTS: readonly FaceEffect[] = [
  { name: 'face-reshape', on: 'portrait', apply: reshaped },
  { name: 'face-reshape', on: 'close-up', apply: reshaped },
  {
    name: 'face-reshape, skin',
    on: 'portrait',
    apply: (picture, face) => {
      const global = { skin_smooth_strength: 60, skin_smooth_color_intensity: 60 }
      return reshapeFace(picture, face, [], { features: { eye_size: 40 }, global })
    },
  },
  {
    name: 'face-lift, auto',
    on: 'portrait',
    apply: (picture, face) => liftFace(picture, face, [], { type: 'auto' }),
  },
  {
    name: 'skin-simulation, 3',
    on: 'close-up',
    apply: (picture, face) =>
      simulateSkin(picture, face, { wrinkle: 0.6, dark_circle: 0.6, texture: 0.6 }),
  },
  {
    name: 'skin-simulation, 10',
    on: 'close-up',
    apply: (picture, face) => simulateSkin(picture, face, ALL_CONCERNS),
  },
  {
    name: 'fitzpatrick',
    on: 'close-up',
    apply: (picture, face) => {
      analyseSkinType(picture, face)
      return undefined
    },
  },
]

/** Every effect that is built. */
export const EFFECTS: readonly BenchedEffect[] = [
  {
    name: 'body-reshape',
    on: 'body',
    opens: 1,
    open: async (bytes, vision) => {
      const { picture } = await openPicture(bytes, NO_LIMITS)
      const bodies = await detectBodies(picture, vision)
      const [body] = bodies
      if (!body) throw new Error('The person of the bench was not found.')
      const others = await protectOthers(picture, body, bodies, vision, goOn)
      const asked = { slim: -60, waist: -30 }
      return { picture, apply: () => bodyReshape(picture, body, others, asked).picture }
    },
  },
  ...FACE_EFFECTS.map(
    ({ name, on, apply }): BenchedEffect => ({
      name,
      on,
      opens: 1,
      open: async (bytes, vision) => {
        const { picture, face } = await openFace(bytes, vision)
        return { picture, apply: () => apply(picture, face) }
      },
    }),
  ),
  {
    name: 'face-swap',
    on: 'portrait',
    opens: 2,
    open: async (bytes, vision) => {
      // The giver's picture is opened at the same time; that it is the same one changes nothing of the work.
      const [{ picture, face }, given] = await Promise.all([
        openFace(bytes, vision),
        openFace(bytes, vision),
      ])
      return {
        picture,
        apply: () => swapFace(picture, face, cropDonor(given.picture, given.face)),
      }
    },
  },
]

async function openFace(bytes: Uint8Array, vision: Vision) {
  const admitted = await admitPicture(bytes, NO_LIMITS)
  const { picture, faces } = await decodeWithFaces(admitted, async () => vision)
  const [face] = faces
  if (!face) throw new Error('The face of the bench was not found.')
  return { picture, face }
}

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
  return reshapeFace(picture, face, [], { features })
}
