import { oneFacePerformer } from '../../performers/one-face-performer.ts'
import type { Performer } from '../../performers/performer.ts'
import { type FaceReshapeParameters, reshapeFace } from './face-reshape.ts'
import { requireReshapable } from './require-reshapable.ts'

/** Finds the faces of a picture, and changes the proportions of one of them. */
export const faceReshapePerformer: Performer = oneFacePerformer(
  'face-reshape',
  requireReshapable,
  (picture, face, others, parameters) =>
    reshapeFace(picture, face, others, parameters as FaceReshapeParameters),
)
