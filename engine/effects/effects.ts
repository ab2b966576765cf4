import type { Performer } from '../performers/performer.ts'
import { braceletPerformer } from './2d-vto-bracelet/performer.ts'
import { earringPerformer } from './2d-vto-earring/performer.ts'
import { necklacePerformer } from './2d-vto-necklace/performer.ts'
import { bgReplaceVidPerformer } from './bg-replace-vid/performer.ts'
import { bodyReshapePerformer } from './body-reshape/performer.ts'
import { clothPerformer } from './cloth-v3/performer.ts'
import { faceLiftPerformer } from './face-lift/performer.ts'
import { faceReshapePerformer } from './face-reshape/performer.ts'
import { faceSwapPerformer } from './face-swap/performer.ts'
import { fitzpatrickScaleAnalyzerPerformer } from './fitzpatrick-scale-analyzer/performer.ts'
import { hairTransferPerformer } from './hair-transfer/performer.ts'
import { imageToVideoPerformer } from './image-to-video/performer.ts'
import { lookVtoPerformer } from './look-vto/performer.ts'
import { objRemVidPerformer } from './obj-rem-vid/performer.ts'
import { objReplacePerformer } from './obj-replace/performer.ts'
import { outPaintPerformer } from './out-paint/performer.ts'
import { skinSimulationPerformer } from './skin-simulation/performer.ts'
import { videoTransPerformer } from './video-trans/performer.ts'

/**
 * The performer of every effect that is built, by its feature's name in the catalogue, which is also the name of its
 * folder, with `-` for `/`. A test compares this list with the folders and the catalogue.
 */
export const EFFECTS: Readonly<Record<string, Performer>> = {
  '2d-vto/bracelet': braceletPerformer,
  '2d-vto/earring': earringPerformer,
  '2d-vto/necklace': necklacePerformer,
  'bg-replace-vid': bgReplaceVidPerformer,
  'body-reshape': bodyReshapePerformer,
  'cloth-v3': clothPerformer,
  'face-lift': faceLiftPerformer,
  'face-reshape': faceReshapePerformer,
  'face-swap': faceSwapPerformer,
  'fitzpatrick-scale-analyzer': fitzpatrickScaleAnalyzerPerformer,
  'hair-transfer': hairTransferPerformer,
  'image-to-video': imageToVideoPerformer,
  'look-vto': lookVtoPerformer,
  'obj-rem-vid': objRemVidPerformer,
  'obj-replace': objReplacePerformer,
  'out-paint': outPaintPerformer,
  'skin-simulation': skinSimulationPerformer,
  'video-trans': videoTransPerformer,
}
