import { bodyReshapePerformer } from './body-reshape.ts'
import { faceLiftPerformer } from './face-lift.ts'
import { faceReshapePerformer } from './face-reshape.ts'
import type { Performer } from './performer.ts'

/** Who carries out which feature, by the catalogue's names. */
export const PERFORMERS: Readonly<Record<string, Performer>> = {
  'body-reshape': bodyReshapePerformer,
  'face-lift': faceLiftPerformer,
  'face-reshape': faceReshapePerformer,
}
