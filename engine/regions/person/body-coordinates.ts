import { midpoint } from '../../geometry/point.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { BODY } from '../../vision/bodies/body.ts'
import { FACE } from '../../vision/faces/face.ts'
import { BODY_COORDINATES_FAR, BODY_COORDINATES_HAND, PERSON_SHARE } from '../tuning.ts'
import type { PersonGrid } from './person-grid.ts'

/** Where each pixel of a person lies on the body: planes over the grid, lengths in body scales. */
export type BodyCoordinates = {
  /** 0 on the line of the shoulders, 1 on that of the hips. */
  down: Float32Array
  /** From the axis of the trunk, in body scales. */
  acrossTrunk: Float32Array
  /** Below the chin, and from the middle of the head, in widths of the face. */
  belowChin: Float32Array
  besideHead: Float32Array
  /** The face within its outline, without the hairline, 0–1. */
  inFace: Float32Array
  /** The distance from the nearest arm, and how far along it, 0 shoulder, 1 elbow, 2 wrist, above 2 the hand. */
  fromArm: Float32Array
  alongArm: Float32Array
  /** Which arm that is: 0 left, 1 right. */
  armSide: Uint8Array
  /** The same of legs: 0 hip, 1 knee, 2 ankle. */
  fromLeg: Float32Array
  alongLeg: Float32Array
  legSide: Uint8Array
  /** The distance from the front half of the nearest foot, and how far along it: 0 the instep, 1 the toes. */
  fromFoot: Float32Array
  alongFoot: Float32Array
}

const ARMS = [
  [BODY.leftShoulder, BODY.leftElbow, BODY.leftWrist],
  [BODY.rightShoulder, BODY.rightElbow, BODY.rightWrist],
] as const

const LEGS = [
  [BODY.leftHip, BODY.leftKnee, BODY.leftAnkle],
  [BODY.rightHip, BODY.rightKnee, BODY.rightAnkle],
] as const

const FEET = [
  [BODY.leftHeel, BODY.leftFoot],
  [BODY.rightHeel, BODY.rightFoot],
] as const

/** Finds where on the body each pixel lies. Limbs outside the picture are far from everything. */
export function bodyCoordinates(grid: PersonGrid): BodyCoordinates {
  const { width, height, joints, head, bodyScale, face } = grid
  const plane = (): Float32Array => new Float32Array(width * height)
  const places: BodyCoordinates = {
    down: plane(),
    acrossTrunk: plane(),
    belowChin: plane(),
    besideHead: plane(),
    inFace: plane(),
    fromArm: plane().fill(BODY_COORDINATES_FAR),
    alongArm: plane(),
    armSide: new Uint8Array(width * height),
    fromLeg: plane().fill(BODY_COORDINATES_FAR),
    alongLeg: plane(),
    legSide: new Uint8Array(width * height),
    fromFoot: plane().fill(BODY_COORDINATES_FAR),
    alongFoot: plane(),
  }
  if (face)
    paintPolygon(
      places.inFace,
      grid,
      FACE.oval.map((i) => face[i]!),
    )
  const shoulders = midpoint(joints[BODY.leftShoulder]!, joints[BODY.rightShoulder]!)
  const hips = midpoint(joints[BODY.leftHip]!, joints[BODY.rightHip]!)
  const axis = { x: (hips.x - shoulders.x) / bodyScale, y: (hips.y - shoulders.y) / bodyScale }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [px, py] = [x + 0.5, y + 0.5]
      places.down[i] = ((px - shoulders.x) * axis.x + (py - shoulders.y) * axis.y) / bodyScale
      places.acrossTrunk[i] =
        Math.abs((px - shoulders.x) * axis.y - (py - shoulders.y) * axis.x) / bodyScale
      const [dx, dy] = [px - head.chin.x, py - head.chin.y]
      places.belowChin[i] = -(dx * head.up.x + dy * head.up.y) / head.width
      places.besideHead[i] = Math.abs(dx * head.up.y - dy * head.up.x) / head.width
    }
  }
  const { fromArm, alongArm, armSide, fromLeg, alongLeg, legSide } = places
  for (const [side, limb] of ARMS.entries())
    measureLimb(grid, limb, fromArm, alongArm, { side, sides: armSide })
  for (const [side, limb] of LEGS.entries())
    measureLimb(grid, limb, fromLeg, alongLeg, { side, sides: legSide })
  for (const [heel, toe] of FEET) {
    // Seen from the front the heel is hidden behind the ankle: the front half of the foot is what surely is shoe.
    const [from, to] = [joints[heel]!, joints[toe]!]
    const half = { ...midpoint(from, to), shown: from.shown }
    measureLimb({ ...grid, joints: [half, to] }, [0, 1], places.fromFoot, places.alongFoot)
  }
  return places
}

/** Measures the distance from a chain of joints, as far as they are shown, into planes that keep the nearest. */
function measureLimb(
  { joints, width, height, bodyScale, person }: PersonGrid,
  chain: readonly number[],
  from: Float32Array,
  along: Float32Array,
  own?: { side: number; sides: Uint8Array },
): void {
  for (let part = 0; part + 1 < chain.length; part++) {
    const [a, b] = [joints[chain[part]!]!, joints[chain[part + 1]!]!]
    if (!a.shown || !b.shown) continue
    // The last part goes on beyond its end.
    const end = part + 2 === chain.length ? 1 + BODY_COORDINATES_HAND : 1
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const square = dx * dx + dy * dy || 1
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (person[i]! < PERSON_SHARE.any) continue
        const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y]
        const t = Math.min(end, Math.max(0, (px * dx + py * dy) / square))
        const [offX, offY] = [px - t * dx, py - t * dy]
        const far = Math.sqrt(offX * offX + offY * offY) / bodyScale
        if (far >= from[i]!) continue
        from[i] = far
        along[i] = part + t
        if (own) own.sides[i] = own.side
      }
    }
  }
}
