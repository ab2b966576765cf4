import { beforeAll, describe, expect, test } from 'vitest'
import { FEATURE_WARPS } from '../../../../engine/effects/face-reshape/feature-warps.ts'
import type { FeatureName } from '../../../../engine/effects/face-reshape/features.ts'
import { backwardField } from '../../../../engine/face/warp/backward-field.ts'
import type { LocalWarp } from '../../../../engine/face/warp/local-warp.ts'
import { motionMaskOf } from '../../../../engine/face/warp/motion-mask.ts'
import { normaliseFace } from '../../../../engine/face/warp/normalised-face.ts'
import { maxWarpArea } from '../../../../engine/face/warp/warp-face.ts'
import type { Box } from '../../../../engine/geometry/box.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import { type Displacement, minJacobian } from '../../../../engine/raster/warp/displacement.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'
import { type DrawnFaces, drawnFaces } from './drawn-faces.ts'
import { MEASURES } from './measures.ts'

let drawn: DrawnFaces
beforeAll(async () => {
  drawn = await drawnFaces()
})

const KEYS = Object.keys(FEATURE_WARPS) as FeatureName[]
const ONE_WAY: FeatureName[] = ['cheekbones', 'jaw']

/** The field of some keys, all at one value, and the face with its landmarks moved by it. */
function carry(keys: FeatureName[], value: number, face = drawn.faces[0]) {
  const map = normaliseFace(face)
  const amount = { left: value / 100, right: value / 100 }
  const moves = keys.flatMap((key) => FEATURE_WARPS[key](amount, map))
  const area = maxWarpArea(map, drawn.picture)
  const field = backwardField(
    map,
    moves,
    area,
    motionMaskOf(drawn.picture, [], map.frame.pixelsPerV),
  )
  const landmarks = face.landmarks.map((p) => ({ ...p, ...carried(field, area, p) }))
  return { field, face: { ...face, landmarks } satisfies Face }
}

/** Where a point lands: the p with p + d(p) = point. */
function carried(field: Displacement, area: Box, point: Point): Point {
  let p = point
  for (let round = 0; round < 20; round++) {
    const d = at(field, p.x - area.left, p.y - area.top)
    p = { x: p.x + 0.7 * (point.x - d.x - p.x), y: p.y + 0.7 * (point.y - d.y - p.y) }
  }
  return p
}

function at({ step, cols, dx, dy }: Displacement, x: number, y: number): Point {
  const i = Math.floor(x / step)
  const j = Math.floor(y / step)
  const [u, v] = [x / step - i, y / step - j]
  const a = j * cols + i
  const mix = (d: Float32Array) =>
    (d[a]! * (1 - u) + d[a + 1]! * u) * (1 - v) +
    (d[a + cols]! * (1 - u) + d[a + cols + 1]! * u) * v
  return { x: mix(dx), y: mix(dy) }
}

/** The longest displacement of a warp outside its support, over a face and its surroundings, face units. */
function beyondSupport(warp: LocalWarp): number {
  const { left, right, top, bottom } = warp.support
  let most = 0
  for (let u = -3; u <= 3; u += 0.023) {
    for (let v = -3; v <= 4; v += 0.029) {
      if (u >= left && u <= right && v >= top && v <= bottom) continue
      const sum = { u: 0, v: 0 }
      warp(u, v, sum)
      most = Math.max(most, Math.abs(sum.u), Math.abs(sum.v))
    }
  }
  return most
}

test('there is a measure for every key', () => {
  expect(Object.keys(MEASURES).toSorted()).toEqual(KEYS.toSorted())
})

describe.each(KEYS)('%s', (key) => {
  const steps = ONE_WAY.includes(key) ? [0, 30, 60, 100] : [-100, -60, -20, 0, 20, 60, 100]

  test('grows with its value, on both faces', () => {
    for (const face of drawn.faces) {
      const values = steps.map((value) => MEASURES[key]!(carry([key], value, face).face))
      for (let i = 1; i < values.length; i++) {
        expect(values[i], values.join(' ')).toBeGreaterThan(values[i - 1]!)
      }
    }
  })

  test('is 0 outside its support, on both faces', () => {
    for (const face of drawn.faces) {
      const map = normaliseFace(face)
      const moves = [1, -1].flatMap((amount) =>
        FEATURE_WARPS[key]({ left: amount, right: amount }, map),
      )
      for (const move of moves) expect(beyondSupport(move)).toBe(0)
    }
  })

  test('does not fold and does not move the hairline', () => {
    const [before] = drawn.faces
    for (const value of [steps[0]!, 100]) {
      const { field, face } = carry([key], value)
      expect(minJacobian(field)).toBeGreaterThan(0.12)
      for (const i of [FACE.foreheadTop, 338, 109]) {
        expect(face.landmarks[i]!.x).toBeCloseTo(before.landmarks[i]!.x, 0)
        expect(face.landmarks[i]!.y).toBeCloseTo(before.landmarks[i]!.y, 0)
      }
    }
  })
})

test.each([-100, 100])('all keys together at %d do not fold', (value) => {
  const keys = KEYS.filter((key) => value > 0 || !ONE_WAY.includes(key))
  expect(minJacobian(carry(keys, value).field)).toBeGreaterThan(0)
})

test.each(['eye_size', 'eye_height', 'eye_width', 'eye_angle', 'eye_distance'] as const)(
  '%s keeps irises round',
  (key) => {
    for (const before of drawn.faces) {
      for (const value of [-80, 80]) {
        const after = roundness(carry([key], value, before).face)
        for (const [k, ratio] of roundness(before).entries()) {
          expect(after[k]! / ratio).toBeGreaterThan(0.94)
          expect(after[k]! / ratio).toBeLessThan(1.06)
        }
      }
    }
  },
)

/** The aspect ratio of each iris. */
function roundness({ landmarks }: Face): number[] {
  return [FACE.leftIris, FACE.rightIris].map((iris) => {
    const [right, top, left, bottom] = iris.slice(1).map((i) => landmarks[i]!)
    const across = Math.hypot(right!.x - left!.x, right!.y - left!.y)
    return across / Math.hypot(top!.x - bottom!.x, top!.y - bottom!.y)
  })
}

test('keys of the eyes do not move the brows, keys of the nose do not move the corners of the eyes', () => {
  const [before] = drawn.faces
  const moved = (keys: FeatureName[], index: number) => {
    const { x, y } = carry(keys, 100).face.landmarks[index]!
    return Math.hypot(x - before.landmarks[index]!.x, y - before.landmarks[index]!.y)
  }
  const unit = normaliseFace(before).frame.pixelsPerU
  for (const key of ['eye_size', 'eye_height', 'eye_angle'] as const) {
    expect(moved([key], FACE.leftBrowTop[2]) / unit, key).toBeLessThan(0.02)
  }
  for (const key of ['nose_bridge_width', 'nose_size', 'nose_lift'] as const) {
    expect(moved([key], FACE.leftEye.inner) / unit, key).toBeLessThan(0.02)
  }
})

test('keys of the nose do not move the lips', () => {
  for (const before of drawn.faces) {
    const unit = normaliseFace(before).frame.pixelsPerU
    for (const key of KEYS.filter((name) => name.startsWith('nose_'))) {
      for (const value of [-100, 100]) {
        const { landmarks } = carry([key], value, before).face
        const steps = FACE.lipsOuter.map((i) => {
          const [from, to] = [before.landmarks[i]!, landmarks[i]!]
          return Math.hypot(to.x - from.x, to.y - from.y) / unit
        })
        expect(Math.max(...steps), `${key} ${value}`).toBeLessThan(0.025)
      }
    }
  }
})

test('a turned head changes in its own proportions', () => {
  const [face] = drawn.faces
  const turn = Math.cos((25 * Math.PI) / 180)
  const middle = face.landmarks[FACE.noseTop]!.x
  const turned: Face = {
    ...face,
    pose: { ...face.pose, yaw: 25 },
    landmarks: face.landmarks.map((p) => ({ ...p, x: middle + (p.x - middle) * turn })),
  }
  for (const key of ['face_width', 'lip_width', 'chin_length', 'eye_size'] as const) {
    const share = (f: Face) => MEASURES[key]!(carry([key], 60, f).face) / MEASURES[key]!(f)
    expect(share(turned), key).toBeCloseTo(share(face), 1)
  }
})
