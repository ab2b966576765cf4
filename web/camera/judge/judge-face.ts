import type { Picture } from '../../../engine/raster/picture.ts'
import type { BodyLandmark } from '../../../engine/vision/bodies/body.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'
import { entryLimits, type FaceLimits } from './limits.ts'
import { isGood, type Lack, nothingSeen, type Verdict } from './verdict.ts'

/** What was found in a frame, cropped as the picture would be. */
export type SeenFaces = {
  picture: Picture
  /** The largest first. */
  faces: readonly Face[]
  /** The landmarks of the body of the largest face, in the modes that need them. */
  body?: readonly BodyLandmark[] | undefined
}

/** What a mode asks beyond the limits of every face. */
export type MoreOfFace = (face: Face, seen: SeenFaces, entering: boolean) => Lack | undefined

/**
 * The score of light, 0–1, by the luma of the skin: 0.55, where the least threshold lies, is the luma at which the
 * service finds light sufficient whatever the skin.
 */
export function lightScore(luma: number): number {
  return Math.min(1, Math.max(0, 0.55 + (luma - 0.27) * 0.9))
}

/** Judges the largest face of a frame. @param before the verdict of the frame before */
export function judgeFace(
  seen: SeenFaces,
  asked: FaceLimits,
  more: MoreOfFace | undefined,
  before: Verdict | undefined,
): Verdict {
  const { picture, faces } = seen
  const [face] = faces
  if (!face) return nothingSeen('showFace')
  const entering = !before || !isGood(before)
  const limits = entering ? entryLimits(asked) : asked
  const position = judgePosition(face, picture, limits)
  const angle = judgeAngle(face, limits)
  const light = judgeLight(face, limits)
  const lack = position.lack ?? angle ?? light.lack ?? more?.(face, seen, entering)
  return {
    hasFace: true,
    position: lack?.of === 'position' && !position.lack ? 'notgood' : position.is,
    frontal: angle || lack?.of === 'frontal' ? 'notgood' : 'good',
    lighting: lack?.of === 'lighting' ? 'notgood' : light.is,
    instruction: lack?.instruction,
    several: faces.length > 1,
  }
}

type Position = { is: Verdict['position']; lack?: Lack }

function judgePosition(
  { box }: Face,
  { width, height }: Picture,
  { ratio: [least, most], edges }: FaceLimits,
): Position {
  const ratio = width > height ? box.height / height : box.width / width
  const lack = (is: Verdict['position'], instruction: Lack['instruction']): Position => ({
    is,
    lack: { of: 'position', instruction },
  })
  if (ratio > most || (box.width > width && box.height > height)) return lack('notgood', 'back')
  const within = (value: number, [lower, upper]: readonly [number, number]) =>
    value >= lower && value <= upper
  const inside =
    within(box.left / width, edges.left) &&
    within((box.left + box.width) / width, edges.right) &&
    within(box.top / height, edges.top) &&
    within((box.top + box.height) / height, edges.bottom)
  if (!inside) return lack('outofboundary', 'centre')
  if (ratio < least) return lack('toosmall', 'closer')
  return { is: 'good' }
}

function judgeAngle({ pose }: Face, limits: FaceLimits): Lack | undefined {
  const instruction =
    beyond(pose.yaw, limits.yaw, 'turnLeft', 'turnRight') ??
    beyond(pose.pitch, limits.pitch, 'chinUp', 'chinDown') ??
    beyond(pose.roll, limits.roll, 'straighten', 'straighten')
  return instruction && { of: 'frontal', instruction }
}

function beyond(
  value: number,
  [lower, upper]: readonly [number, number],
  below: Lack['instruction'],
  above: Lack['instruction'],
): Lack['instruction'] | undefined {
  if (value < lower) return below
  return value > upper ? above : undefined
}

function judgeLight(
  { quality }: Face,
  { lighting: [enough, good], uneven }: FaceLimits,
): { is: Verdict['lighting']; lack?: Lack } {
  const score = lightScore(quality.light)
  if (score < enough) return { is: 'notgood', lack: { of: 'lighting', instruction: 'moreLight' } }
  if (quality.uneven > uneven) {
    return { is: 'notgood', lack: { of: 'lighting', instruction: 'evenLight' } }
  }
  return { is: score >= good ? 'good' : 'ok' }
}
