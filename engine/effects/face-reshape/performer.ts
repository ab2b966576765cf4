import { oneFacePerformer } from '../../performers/one-face-performer.ts'
import type { Performer } from '../../performers/performer.ts'
import { type FaceReshapeParameters, reshapeFace } from './face-reshape.ts'

/** Finds the faces of a picture, and changes the proportions of one of them. */
export const faceReshapePerformer: Performer = oneFacePerformer(
  (picture, face, others, parameters) =>
    reshapeFace(picture, face, others, parameters as FaceReshapeParameters),
)
