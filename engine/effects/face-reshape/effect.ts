import type { Effect } from '../../performers/effect.ts'
import { oneFacePerformer } from '../../performers/one-face-performer.ts'
import { type FaceReshapeParameters, reshapeFace } from './face-reshape.ts'

const BENCHED = { features: { eye_size: 40, face_reshape: -40, lip_size: 30 } }

/** Finds the faces of a picture, and changes the proportions of one of them. */
export const faceReshape: Effect = {
  performer: oneFacePerformer((picture, face, others, parameters) =>
    reshapeFace(picture, face, others, parameters as FaceReshapeParameters),
  ),
  sheet: {
    kind: 'strengths',
    pictures: ['drawn face', 'obama.jpg', 'astronaut.png'],
    finds: 'faces',
    margin: 0.14,
    alongside: { features: { cheekbones: 1 } },
  },
  bench: [
    { on: 'portrait', params: BENCHED },
    { on: 'close-up', params: BENCHED },
    {
      label: 'skin',
      on: 'portrait',
      params: {
        features: { eye_size: 40 },
        global: { skin_smooth_strength: 60, skin_smooth_color_intensity: 60 },
      },
    },
  ],
}
