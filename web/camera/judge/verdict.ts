import type { FaceQuality } from '../public-types.ts'

/** What is to be done next, as the person does it: left and right are their own. */
export type Instruction =
  | 'showFace'
  | 'showHand'
  | 'closer'
  | 'back'
  | 'centre'
  | 'turnLeft'
  | 'turnRight'
  | 'straighten'
  | 'chinUp'
  | 'chinDown'
  | 'bowHead'
  | 'moreLight'
  | 'evenLight'
  | 'alone'
  | 'showTeeth'
  | 'showEar'
  | 'showNeck'
  | 'showHair'
  | 'uncover'
  | 'backOfHand'
  | 'spreadFingers'
  | 'showWrist'

/** One frame, judged. */
export type Verdict = FaceQuality & {
  /** The most pressing of what is missing; undefined where the picture can be taken. */
  instruction: Instruction | undefined
  /** Whether others are in the picture too. */
  several: boolean
}

/** Something a mode misses, and the part of the quality that it belongs to. */
export type Lack = { of: 'position' | 'frontal' | 'lighting'; instruction: Instruction }

/** A frame that shows nothing of what the mode is for. */
export function nothingSeen(instruction: Instruction): Verdict {
  return {
    hasFace: false,
    position: 'notgood',
    frontal: 'notgood',
    lighting: 'notgood',
    instruction,
    several: false,
  }
}

/** Whether the picture can be taken. */
export function isGood({ instruction }: Verdict): boolean {
  return instruction === undefined
}
