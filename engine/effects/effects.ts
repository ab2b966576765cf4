import type { Effect } from '../performers/effect.ts'
import { bracelet } from './2d-vto-bracelet/effect.ts'
import { earring } from './2d-vto-earring/effect.ts'
import { necklace } from './2d-vto-necklace/effect.ts'
import { bgReplaceVid } from './bg-replace-vid/effect.ts'
import { bodyReshape } from './body-reshape/effect.ts'
import { cloth } from './cloth-v3/effect.ts'
import { faceLift } from './face-lift/effect.ts'
import { faceReshape } from './face-reshape/effect.ts'
import { faceSwap } from './face-swap/effect.ts'
import { fitzpatrickScaleAnalyzer } from './fitzpatrick-scale-analyzer/effect.ts'
import { hairTransfer } from './hair-transfer/effect.ts'
import { imageToVideo } from './image-to-video/effect.ts'
import { lookVto } from './look-vto/effect.ts'
import { objRemVid } from './obj-rem-vid/effect.ts'
import { objReplace } from './obj-replace/effect.ts'
import { outPaint } from './out-paint/effect.ts'
import { skinSimulation } from './skin-simulation/effect.ts'
import { videoTrans } from './video-trans/effect.ts'

/**
 * Every effect that is built, by its feature's name in the catalogue, which is also the name of its folder, with
 * `-` for `/`. Tasks, the contact sheet and the bench all read this one list; a test compares it with the folders and
 * the catalogue.
 */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  '2d-vto/bracelet': bracelet,
  '2d-vto/earring': earring,
  '2d-vto/necklace': necklace,
  'bg-replace-vid': bgReplaceVid,
  'body-reshape': bodyReshape,
  'cloth-v3': cloth,
  'face-lift': faceLift,
  'face-reshape': faceReshape,
  'face-swap': faceSwap,
  'fitzpatrick-scale-analyzer': fitzpatrickScaleAnalyzer,
  'hair-transfer': hairTransfer,
  'image-to-video': imageToVideo,
  'look-vto': lookVto,
  'obj-rem-vid': objRemVid,
  'obj-replace': objReplace,
  'out-paint': outPaint,
  'skin-simulation': skinSimulation,
  'video-trans': videoTrans,
}
