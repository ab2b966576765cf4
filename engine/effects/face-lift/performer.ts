import { oneFacePerformer } from '../../performers/one-face-performer.ts'
import type { Performer } from '../../performers/performer.ts'
import { type FaceLiftParameters, liftFace } from './face-lift.ts'
import { requireLiftable } from './require-liftable.ts'

/** Finds the faces of a picture, and lifts one of them. */
export const faceLiftPerformer: Performer = oneFacePerformer(
  'face-lift',
  requireLiftable,
  (picture, face, others, parameters) =>
    liftFace(picture, face, others, parameters as FaceLiftParameters),
)
