import { distance, midpoint, type Point } from '../../../geometry/point.ts'
import { BODY, type Body } from '../../../vision/bodies/body.ts'
import { ANATOMY_END, ANATOMY_GIRTH, ANATOMY_SCALE, BEYOND, LANDMARK_SHOWN } from '../tuning.ts'
import { centreline, footOf, type Station } from './centreline.ts'

/** The parts of a body whose width can change. Left and right are the depicted person's. */
export type PartName = 'torso' | 'leftArm' | 'rightArm' | 'leftLeg' | 'rightLeg'

/**
 * A part of a body: its centreline, and its usual half-width at each `t` in pixels (`girth`, from human proportions).
 * t runs from 0 to 1 from shoulders to hips, from shoulder to wrist (elbow 0.5) or from hip to ankle (knee 0.5). Past 1
 * it runs into the thighs, the hand or the foot, which belong to the part but are not reshaped with it.
 */
export type Part = { name: PartName; line: Station[]; girth: (t: number) => number }

/**
 * The measures of a body: its parts, and its scale, the pixels from shoulders to hips. Other lengths derive from it.
 */
export type Anatomy = { parts: Map<PartName, Part>; scale: number }

/** Measures a body by its landmarks. Arms and legs without all their landmarks are left out. */
export function anatomyOf(body: Body): Anatomy {
  const at = (name: keyof typeof BODY) => body.landmarks[BODY[name]]!
  const isVisible = (name: keyof typeof BODY) =>
    at(name).presence > LANDMARK_SHOWN.presence && at(name).visibility > LANDMARK_SHOWN.visibility
  const neck = midpoint(at('leftShoulder'), at('rightShoulder'))
  const crotch = midpoint(at('leftHip'), at('rightHip'))
  const across = distance(at('leftShoulder'), at('rightShoulder'))
  const scale = Math.max(distance(neck, crotch), across * ANATOMY_SCALE)
  const parts = new Map<PartName, Part>()
  const add = (
    name: PartName,
    kind: keyof typeof ANATOMY_GIRTH,
    points: Point[],
    marks: number[],
  ) => {
    parts.set(name, { name, line: centreline(points, marks, 72), girth: girth(kind, scale) })
  }
  add(
    'torso',
    'torso',
    [neck, crotch, extendBeyond(neck, crotch, BEYOND.torso * scale)],
    [0, 1, 1 + BEYOND.torso],
  )
  for (const side of ['left', 'right'] as const) {
    if (isVisible(`${side}Shoulder`) && isVisible(`${side}Elbow`) && isVisible(`${side}Wrist`)) {
      const [a, b, c] = [at(`${side}Shoulder`), at(`${side}Elbow`), at(`${side}Wrist`)]
      add(
        `${side}Arm`,
        'arm',
        [a, b, c, extendBeyond(b, c, BEYOND.arm * scale)],
        [0, 0.5, 1, 1 + BEYOND.arm],
      )
    }
    if (isVisible(`${side}Hip`) && isVisible(`${side}Knee`) && isVisible(`${side}Ankle`)) {
      const [a, b, c] = [at(`${side}Hip`), at(`${side}Knee`), at(`${side}Ankle`)]
      add(
        `${side}Leg`,
        'leg',
        [a, b, c, extendBeyond(b, c, BEYOND.leg * scale)],
        [0, 0.5, 1, 1 + BEYOND.leg],
      )
    }
  }
  return { parts, scale }
}

/**
 * Distance of a point from a part's centreline, in usual half-widths of the part. A point belongs to the nearest part.
 */
export function relativeDistance(part: Part, x: number, y: number): number {
  const foot = footOf(part.line, x, y)
  return foot.distance / part.girth(foot.t)
}

function girth(kind: keyof typeof ANATOMY_GIRTH, scale: number): (t: number) => number {
  const table = ANATOMY_GIRTH[kind]
  return (t) => {
    const at = Math.min(ANATOMY_END, Math.max(0, t * 2))
    const i = Math.floor(at)
    return scale * (table[i]! + (table[i + 1]! - table[i]!) * (at - i))
  }
}

function extendBeyond(from: Point, to: Point, length: number): Point {
  const apart = distance(from, to) || 1
  return {
    x: to.x + ((to.x - from.x) / apart) * length,
    y: to.y + ((to.y - from.y) / apart) * length,
  }
}
