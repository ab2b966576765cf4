import { type FaceLift, faceLift } from '../effects/face-lift/face-lift.ts'
import { oneFacePerformer } from './one-face.ts'

/** Finds the faces of a picture, and lifts one of them. */
export const faceLiftPerformer = oneFacePerformer((picture, face, others, parameters) =>
  faceLift(picture, face, others, parameters as FaceLift),
)
