import type { Effect } from '../../performers/effect.ts'
import { faceSwapPerformer } from './performer.ts'

const FIRST_ONTO_FIRST = { face_mapping: [{ index: 0, position: 0 }] }

/** Finds the faces of a picture, and puts faces of reference pictures onto chosen ones of them. */
export const faceSwap: Effect = {
  performer: faceSwapPerformer,
  sheet: {
    kind: 'pairs',
    pictures: ['drawn face, skin II', 'drawn face, skin V', 'obama.jpg', 'astronaut.png'],
    parameters: FIRST_ONTO_FIRST,
  },
  bench: [{ on: 'portrait', params: FIRST_ONTO_FIRST, references: 1 }],
}
