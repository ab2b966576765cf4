import { Fault } from '../../catalog/failures/fault.ts'
import type { FileRole } from '../../catalog/failures/file-role.ts'
import type { HeadPose } from '../vision/faces/face.ts'

/** Degrees from a frontal view, by angle. An angle that is left out is free. */
export type PoseLimits = Partial<Record<keyof HeadPose, number>>

/** Whither a head has to turn, as the person turns it. Of roll: towards which shoulder it is straightened. */
export type TurnDirection =
  | 'to their right'
  | 'to their left'
  | 'down'
  | 'up'
  | 'towards their right shoulder'
  | 'towards their left shoulder'

/** Whether an angle of exactly its limit is refused: the service's specification has limits of both kinds. */
type Strictness = { under?: boolean }

/** What is wrong with one angle of a pose, and how to make it right. */
export type PoseCorrection = {
  angle: keyof HeadPose
  /** By how many degrees the head is turned, whole and rounded up, so that it never reads as within the limit. */
  degrees: number
  limit: number
  turn: TurnDirection
  /** The fewest whole degrees that help; `degrees` make it frontal. */
  least: number
}

type Words = { is: string; turn: TurnDirection; advice: string }

/**
 * The words for an angle above and below 0. Left and right are the person's own; beside them stands the side of the
 * picture, which is the other one, and which stays true in a picture that a camera has mirrored.
 */
const WORDS: Record<keyof HeadPose, { above: Words; below: Words }> = {
  yaw: {
    above: {
      is: 'turned to the person’s own left, the right of the picture',
      turn: 'to their right',
      advice: 'turn the head to the person’s own right, the left of the picture,',
    },
    below: {
      is: 'turned to the person’s own right, the left of the picture',
      turn: 'to their left',
      advice: 'turn the head to the person’s own left, the right of the picture,',
    },
  },
  pitch: {
    above: { is: 'raised', turn: 'down', advice: 'lower the chin' },
    below: { is: 'lowered', turn: 'up', advice: 'raise the chin' },
  },
  roll: {
    above: {
      is: 'tilted to the person’s own left shoulder, clockwise in the picture',
      turn: 'towards their right shoulder',
      advice:
        'straighten the head anticlockwise in the picture, to the person’s own right shoulder,',
    },
    below: {
      is: 'tilted to the person’s own right shoulder, anticlockwise in the picture',
      turn: 'towards their left shoulder',
      advice: 'straighten the head clockwise in the picture, to the person’s own left shoulder,',
    },
  },
}

/**
 * What has to change for a pose to be within limits; empty where nothing has to. It is the rule of the effects and runs
 * in a browser, so that a camera can say the same before the picture is taken.
 */
export function poseCorrections(
  pose: HeadPose,
  limits: PoseLimits,
  { under = false }: Strictness = {},
): PoseCorrection[] {
  const isBeyond = (degrees: number, limit: number): boolean =>
    under ? degrees >= limit : degrees > limit
  return (Object.entries(limits) as [keyof HeadPose, number][])
    .filter(([angle, limit]) => isBeyond(Math.abs(pose[angle]), limit))
    .map(([angle, limit]) => ({
      angle,
      degrees: Math.ceil(Math.abs(pose[angle])),
      limit,
      turn: wordsFor(angle, pose[angle]).turn,
      least: Math.max(1, Math.ceil(Math.abs(pose[angle]) - limit)),
    }))
}

/**
 * Throws Fault `turned-face` for a pose beyond limits. The message says of every angle how far, to a tenth of a degree,
 * and whither the head is turned, and by how many whole degrees and which way to turn it.
 * @param subject what the sentence is about, at its beginning
 */
export function requirePose(
  pose: HeadPose,
  limits: PoseLimits,
  {
    subject = 'The face',
    role,
    under = false,
  }: Strictness & { subject?: string; role?: FileRole } = {},
): void {
  const corrections = poseCorrections(pose, limits, { under })
  if (corrections.length === 0) return
  const sentences = corrections.map(({ angle, degrees, limit, least }) => {
    const { is, advice } = wordsFor(angle, pose[angle])
    const by = least === degrees ? `by ${degrees}°` : `by ${least}° at least, better by ${degrees}°`
    // To a tenth, upwards: what is just beyond the limit is told as just beyond it.
    const measured = Math.ceil(10 * Math.abs(pose[angle])) / 10
    return (
      `${subject} is ${is}, by ${measured}° (${angle}); ${under ? 'less than' : 'at most'} ${limit}° are allowed. ` +
      `${advice.charAt(0).toUpperCase()}${advice.slice(1)} ${by}.`
    )
  })
  throw new Fault('turned-face', sentences.join(' '), role === undefined ? {} : { role })
}

function wordsFor(angle: keyof HeadPose, degrees: number): Words {
  return degrees > 0 ? WORDS[angle].above : WORDS[angle].below
}
