import { bracelet } from './2d-vto-bracelet.ts'
import { earring } from './2d-vto-earring.ts'
import { necklace } from './2d-vto-necklace.ts'
import { bgReplaceVid } from './bg-replace-vid.ts'
import { bodyReshape } from './body-reshape.ts'
import { clothV3 } from './cloth-v3.ts'
import { faceLift } from './face-lift.ts'
import { faceReshape } from './face-reshape.ts'
import { faceSwap } from './face-swap.ts'
import type { Feature, Stage } from './feature.ts'
import { fitzpatrickScaleAnalyzer } from './fitzpatrick-scale-analyzer.ts'
import { hairTransfer } from './hair-transfer.ts'
import { imageToVideo } from './image-to-video.ts'
import { lookVto } from './look-vto.ts'
import { objRemVid } from './obj-rem-vid.ts'
import { objReplace } from './obj-replace.ts'
import { outPaint } from './out-paint.ts'
import { skinSimulation } from './skin-simulation.ts'
import { videoTrans } from './video-trans.ts'

/** All features, in the order of the service's documentation. */
export const FEATURES: readonly Feature[] = [
  bodyReshape,
  faceReshape,
  skinSimulation,
  earring,
  necklace,
  bracelet,
  fitzpatrickScaleAnalyzer,
  outPaint,
  clothV3,
  objReplace,
  bgReplaceVid,
  objRemVid,
  faceSwap,
  faceLift,
  imageToVideo,
  hairTransfer,
  videoTrans,
  lookVto,
]

const byName = new Map(FEATURES.map((feature) => [feature.name, feature]))

/** The feature with this path segment, or undefined. */
export function findFeature(name: string): Feature | undefined {
  return byName.get(name)
}

/** The stages a feature has, the effect first. */
export function stagesOf({ preProcess }: Pick<Feature, 'preProcess'>): Stage[] {
  return preProcess ? ['effect', 'pre-process'] : ['effect']
}

/** The path of a feature's task endpoint; a status is read at `<path>/<task id>`. */
export function taskPath(feature: Feature, stage: Stage): string {
  return `/s2s/${feature.apiVersion}/task/${feature.name}${stage === 'pre-process' ? '/pre-process' : ''}`
}
