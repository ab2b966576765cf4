import type { Effect } from '../../performers/effect.ts'
import { oneFacePerformer } from '../../performers/one-face-performer.ts'
import { type FaceLiftParameters, liftFace } from './face-lift.ts'

/** Finds the faces of a picture, and lifts one of them. */
export const faceLift: Effect = {
  performer: oneFacePerformer((picture, face, others, parameters) =>
    liftFace(picture, face, others, parameters as FaceLiftParameters),
  ),
  sheet: {
    kind: 'strengths',
    pictures: ['drawn face', 'obama.jpg', 'astronaut.png'],
    finds: 'faces',
    margin: 0.14,
    alongside: { features: { shape: 1 } },
    tasks: [{ type: 'auto' }],
  },
  bench: [{ label: 'auto', on: 'portrait', params: { type: 'auto' } }],
}
