import type { Picture } from '../../../engine/raster/picture.ts'
import { buildPyramid } from '../../../engine/vision/input/pyramid.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { judgeFace } from '../judge/judge-face.ts'
import { judgeHand } from '../judge/judge-hand.ts'
import { limitsOf } from '../judge/limits.ts'
import type { Verdict } from '../judge/verdict.ts'
import type { FaceMode, HandMode } from '../modes/mode.ts'
import { MODES } from '../modes/modes.ts'
import { handsWithMarginOfDoubt, withMarginOfDoubt } from '../modes/service-rules.ts'
import { createFaceFinder } from './find-faces.ts'
import { createHandFinder } from './find-hands.ts'
import { findRefusal, type Refusal } from './find-refusal.ts'
import { findShoulders } from './find-shoulders.ts'
import type { Setup } from './setup.ts'

/** What a mode does with frames. */
export type FrameJudge = {
  judge(picture: Picture, phase: number, before: Verdict | undefined): Promise<Verdict>
  /** Why a picture that was encoded and decoded again cannot be used: the mode's reasons, then the service's. */
  refuse(picture: Picture, phase: number): Promise<Refusal | undefined>
  /** Loads the networks: they are read and compiled at their first run. */
  warmUp(picture: Picture): Promise<void>
}

export function createFrameJudge(setup: Setup, vision: Vision): FrameJudge {
  const mode = MODES[setup.mode]
  return mode.finds === 'face' ? faceJudge(mode, setup, vision) : handJudge(mode, vision)
}

function faceJudge(mode: FaceMode, { thresholds }: Setup, vision: Vision): FrameJudge {
  const finder = createFaceFinder(vision)
  const asked = mode.takesQuality ? limitsOf(thresholds) : mode.limits
  const judge: FrameJudge['judge'] = async (picture, at, before) => {
    const { limits, more } = mode.phases[at] ?? mode.phases[0]
    const pyramid = buildPyramid(picture)
    const faces = await finder.find(pyramid)
    const [face] = faces
    const body =
      face && mode.body ? await findShoulders(pyramid, face, vision.poseLandmark) : undefined
    return judgeFace({ picture, faces, body }, { ...asked, ...limits }, more, before)
  }
  return {
    judge,
    refuse: async (picture, phase) => {
      const { instruction } = await judge(picture, phase, GOOD_BEFORE)
      if (instruction) return { instruction, message: '' }
      const faces = await finder.findAll(picture)
      const accept = () => {
        mode.accept(picture, faces)
        mode.accept(picture, faces.map(withMarginOfDoubt))
      }
      return findRefusal(accept, { count: faces.length, none: 'showFace' })
    },
    warmUp: async (picture) => {
      const pyramid = buildPyramid(picture)
      await finder.find(pyramid)
      // The mesh runs on whatever is there: a picture without a face would leave it unloaded.
      await vision.faceMesh.run(new Float32Array(192 * 192 * 3))
      const crop = new Float32Array(16 * 16 * 32)
      await vision.faceDetail.run(crop, crop, crop)
      if (mode.body) await vision.poseLandmark.run(new Float32Array(256 * 256 * 3))
    },
  }
}

function handJudge({ needs, accept, phases: [{ more }] }: HandMode, vision: Vision): FrameJudge {
  const finder = createHandFinder(vision)
  const judge: FrameJudge['judge'] = async (picture, _, before) =>
    judgeHand({ picture, hands: await finder.find(buildPyramid(picture)) }, needs, more, before)
  return {
    judge,
    refuse: async (picture, phase) => {
      const { instruction } = await judge(picture, phase, GOOD_BEFORE)
      if (instruction) return { instruction, message: '' }
      const hands = await finder.findAll(picture)
      const acceptAll = () => {
        for (const read of [hands, ...handsWithMarginOfDoubt(hands)]) accept(picture, read)
      }
      return findRefusal(acceptAll, { count: hands.length, none: 'showHand' })
    },
    warmUp: async (picture) => {
      await finder.find(buildPyramid(picture))
      await vision.handLandmark.run(new Float32Array(224 * 224 * 3))
    },
  }
}

/** A picture that is taken was good in the frames before it. */
const GOOD_BEFORE: Verdict = {
  hasFace: true,
  position: 'good',
  frontal: 'good',
  lighting: 'good',
  instruction: undefined,
  several: false,
}
