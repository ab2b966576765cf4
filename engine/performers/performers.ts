import { bodyReshapePerformer } from './body-reshape.ts'
import { faceLiftPerformer } from './face-lift.ts'
import { faceReshapePerformer } from './face-reshape.ts'
import { faceSwapPerformer } from './face-swap.ts'
import { fitzpatrickScaleAnalyzerPerformer } from './fitzpatrick-scale-analyzer.ts'
import type { Performer } from './performer.ts'
import { skinSimulationPerformer } from './skin-simulation.ts'

/** Who carries out which feature, by the catalogue's names. */
export const PERFORMERS: Readonly<Record<string, Performer>> = {
  'body-reshape': bodyReshapePerformer,
  'face-lift': faceLiftPerformer,
  'face-reshape': faceReshapePerformer,
  'face-swap': faceSwapPerformer,
  'fitzpatrick-scale-analyzer': fitzpatrickScaleAnalyzerPerformer,
  'skin-simulation': skinSimulationPerformer,
}
