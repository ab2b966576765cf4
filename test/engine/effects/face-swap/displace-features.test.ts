import { expect, test } from 'vitest'
import { displaceFeatures } from '../../../../engine/effects/face-swap/displace-features.ts'
import { facePlane } from '../../../../engine/effects/face-swap/face-plane.ts'
import type { Motion } from '../../../../engine/effects/face-swap/feature-motion.ts'
import { fitFeatures } from '../../../../engine/effects/face-swap/fit-features.ts'
import { DISPLACED } from '../../../../engine/effects/face-swap/tuning.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import { isInsideRing } from '../../../../engine/geometry/polygon.ts'
import type { Displacement } from '../../../../engine/raster/warp/displacement.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { changedWithin } from '../../face/measure-skin.ts'
import { displaced, target } from './sitters.ts'

const { landmarks } = target.face
const { width, toFace, toPixels } = facePlane(landmarks)
const area = { left: 0, top: 0, ...target.drawn.picture }
const still = fitFeatures(landmarks, landmarks)
const [LEFT_EYE, RIGHT_EYE, LEFT_BROW, RIGHT_BROW, NOSE] = [0, 1, 2, 3, 4]

/** The field of a face whose features stay but for these, which go by so much, in widths of the face. */
function fieldOf(moves: Readonly<Record<number, Point>>, bend?: Motion['bend']): Displacement {
  const motions = still.map((motion, i) => {
    const shift = moves[i]
    return shift ? { ...motion, shift, bend: bend ?? motion.bend } : motion
  })
  return displaceFeatures(landmarks, motions, area)
}

/** Where a node of a field lies in the picture. */
const pixelOf = ({ step, cols }: Displacement, k: number): Point => ({
  x: (k % cols) * step,
  y: Math.floor(k / cols) * step,
})

/** How far what is seen at a place of the face comes from, in widths of the face. */
function stepAt(field: Displacement, place: Point): Point {
  const { x, y } = toPixels(place)
  const best = Math.round(y / field.step) * field.cols + Math.round(x / field.step)
  return { x: -field.dx[best]! / width, y: -field.dy[best]! / width }
}

/** The largest difference of neighbouring nodes in their steps, as a share of their distance, where `counts` says. */
function strainOf(
  { dx, dy, cols, step }: Displacement,
  counts: (k: number) => boolean = () => true,
): number {
  let most = 0
  for (let k = 0; k + cols < dx.length; k++) {
    for (const other of [k + 1, k + cols]) {
      if (!counts(k) || !counts(other)) continue
      most = Math.max(most, Math.hypot(dx[other]! - dx[k]!, dy[other]! - dy[k]!) / step)
    }
  }
  return most
}

test('a feature goes as a whole, and what is around it goes along the less the further away it is', () => {
  const down = { x: 0, y: 0.02 }
  const field = fieldOf({ [NOSE]: down })
  const { middle } = still[NOSE]!
  expect(stepAt(field, middle).y).toBeGreaterThan(0.0155)
  expect(stepAt(field, middle).y).toBeLessThan(0.021)
  const tip = toFace(landmarks[FACE.noseTip]!)
  expect(stepAt(field, tip).y).toBeGreaterThan(0.0155)
  const wing = toFace(landmarks[358]!)
  const beside = (far: number) => stepAt(field, { x: wing.x + far, y: wing.y }).y
  expect(beside(0.05)).toBeLessThan(0.018)
  expect(beside(0.05)).toBeGreaterThan(0.007)
  expect(beside(0.1)).toBeGreaterThan(0.003)
  expect(beside(0.1)).toBeLessThan(0.9 * beside(0.05))
  expect(beside(0.2)).toBeLessThan(0.6 * beside(0.1))
  expect(Math.abs(stepAt(field, still[LEFT_BROW]!.middle).y)).toBeLessThan(0.003)
})

test('a feature is turned and stretched', () => {
  const field = fieldOf({ [LEFT_EYE]: { x: 0, y: 0 } }, [0.06, 0, 0, 0.06])
  const { outer, inner } = FACE.leftEye
  const [from, to] = [toFace(landmarks[inner]!), toFace(landmarks[outer]!)]
  const wider = (stepAt(field, to).x - stepAt(field, from).x) / (to.x - from.x)
  expect(wider).toBeGreaterThan(0.03)
  expect(wider).toBeLessThan(0.07)
})

/** Eyes, brows and nose that go as far as they may, away from each other. */
const FAR = {
  [LEFT_EYE]: { x: 0.035, y: 0.02 },
  [RIGHT_EYE]: { x: -0.035, y: 0.02 },
  [LEFT_BROW]: { x: -0.02, y: -0.035 },
  [RIGHT_BROW]: { x: 0.02, y: -0.035 },
  [NOSE]: { x: 0, y: -0.035 },
}

test('nothing is stretched or squeezed by much, features least', () => {
  const field = fieldOf(FAR)
  const { skin, feature } = DISPLACED.strain
  // A backward field differs by as much in a shorter distance where it squeezes.
  expect(strainOf(field)).toBeLessThan(1.1 * (skin / (1 - skin)))
  expect(strainOf(field)).toBeGreaterThan(0.8 * skin)
  const lids = [...FACE.leftUpperLid, ...FACE.leftLowerLid].map((i) => landmarks[i]!)
  const within = (k: number): boolean => {
    const { x, y } = pixelOf(field, k)
    return lids.some((lid) => Math.hypot(lid.x - x, lid.y - y) < 0.015 * width)
  }
  expect(strainOf(field, within)).toBeLessThan(1.25 * (feature / (1 - feature)))
  expect(stepAt(field, still[LEFT_EYE]!.middle).x).toBeGreaterThan(0.01)
})

test('the field has no kinks', () => {
  const { dx, dy, cols, step } = fieldOf(FAR)
  const bend = (of: Float32Array, k: number, next: number): number =>
    Math.abs(of[k - next]! - 2 * of[k]! + of[k + next]!) / step
  let most = 0
  for (let k = cols; k + cols < dx.length; k++) {
    for (const next of [1, cols]) most = Math.max(most, bend(dx, k, next), bend(dy, k, next))
  }
  expect(most).toBeLessThan(0.12)
})

test('the outline and what is beyond it stays, and near it little moves', () => {
  const field = fieldOf({ [RIGHT_BROW]: { x: -0.04, y: 0 }, [LEFT_BROW]: { x: 0.04, y: 0 } })
  const oval = FACE.oval.map((i) => landmarks[i]!)
  for (let k = 0; k < field.dx.length; k++) {
    const { x, y } = pixelOf(field, k)
    if (isInsideRing(oval, x, y)) continue
    expect(Math.hypot(field.dx[k]!, field.dy[k]!)).toBe(0)
  }
  const tail = toFace(landmarks[FACE.leftBrowTop[0]]!)
  const side = toFace(landmarks[FACE.leftTemple]!)
  const far = side.x - tail.x
  expect(stepAt(field, tail).x).toBeLessThan(DISPLACED.edge.slope * far)
  expect(stepAt(field, tail).x).toBeGreaterThan(0.2 * DISPLACED.edge.slope * far)
})

test('a tilted face moves along its own axes', () => {
  const { x, y } = toPixels({ x: 0.01, y: 0.02 })
  const back = toFace({ x, y })
  expect(back.x).toBeCloseTo(0.01, 9)
  expect(back.y).toBeCloseTo(0.02, 9)
})

test('a picture is changed within the face alone', () => {
  const { picture, pointAt, scale } = target.drawn
  const nose = new Set(still[NOSE]!.ring)
  const from = landmarks.map((p, i) => (nose.has(i) ? { ...p, y: p.y + 0.04 * width } : p))
  const after = displaced(target, { ...target, face: { ...target.face, landmarks: from } })
  expect(changedWithin(picture, after, pointAt(0, 66), 8 * scale)).toBeGreaterThan(500)
  expect(changedWithin(picture, after, pointAt(0, 4), 7 * scale)).toBe(0)
  expect(changedWithin(picture, after, pointAt(38, 56), 2 * scale)).toBe(0)
  expect(changedWithin(picture, after, pointAt(0, 108), 3 * scale)).toBe(0)
})
