import { bodyReshapePerformer } from '../effects/body-reshape/performer.ts'
import { faceLiftPerformer } from '../effects/face-lift/performer.ts'
import { faceReshapePerformer } from '../effects/face-reshape/performer.ts'
import { faceSwapPerformer } from '../effects/face-swap/performer.ts'
import { fitzpatrickScaleAnalyzerPerformer } from '../effects/fitzpatrick-scale-analyzer/performer.ts'
import { skinSimulationPerformer } from '../effects/skin-simulation/performer.ts'
import type { Performer } from './performer.ts'

/** Who carries out which feature, by the catalogue's names. */
export const PERFORMERS: Readonly<Record<string, Performer>> = {
  'body-reshape': bodyReshapePerformer,
  'face-lift': faceLiftPerformer,
  'face-reshape': faceReshapePerformer,
  'face-swap': faceSwapPerformer,
  'fitzpatrick-scale-analyzer': fitzpatrickScaleAnalyzerPerformer,
  'skin-simulation': skinSimulationPerformer,
}
