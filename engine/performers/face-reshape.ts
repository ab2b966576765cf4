import { type FaceReshape, faceReshape } from '../effects/face-reshape/face-reshape.ts'
import { oneFacePerformer } from './one-face.ts'

/** Finds the faces of a picture, and changes the proportions of one of them. */
export const faceReshapePerformer = oneFacePerformer((picture, face, others, parameters) =>
  faceReshape(picture, face, others, parameters as FaceReshape),
)
