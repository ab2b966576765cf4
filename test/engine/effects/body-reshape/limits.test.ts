import { expect, test } from 'vitest'
import { anatomyOf } from '../../../../engine/effects/body-reshape/shape/anatomy.ts'
import { shoulder } from '../../../../engine/effects/body-reshape/shoulders.ts'
import { taller } from '../../../../engine/effects/body-reshape/taller.ts'
import { arm, leg } from '../../../../engine/effects/body-reshape/widths.ts'
import { BODY, type Body } from '../../../../engine/vision/bodies/body.ts'

// Both sides of what tuning.ts lets decide, on landmarks alone: whole drawn figures are far from these limits.

const SIZE = { width: 40, height: 400 }

/** A figure of landmarks that stand upright, its shoulders 200 wide and 200 above its hips. */
function figure(
  moved: Partial<Record<keyof typeof BODY, Partial<Body['landmarks'][number]>>> = {},
) {
  const landmarks = Array.from({ length: 33 }, () => ({
    x: 20,
    y: 0,
    z: 0,
    presence: 1,
    visibility: 1,
  }))
  const places = { Shoulder: 100, Elbow: 150, Wrist: 200, Hip: 300, Knee: 340, Ankle: 380 }
  for (const [name, y] of Object.entries(places)) {
    for (const [side, x] of [
      ['left', 120],
      ['right', -80],
    ] as const) {
      Object.assign(landmarks[BODY[`${side}${name}` as keyof typeof BODY]]!, { x, y })
    }
  }
  for (const [name, by] of Object.entries(moved)) {
    Object.assign(landmarks[BODY[name as keyof typeof BODY]]!, by)
  }
  const data = new Uint8Array(SIZE.width * SIZE.height)
  return { box: { left: 0, top: 0, ...SIZE }, score: 1, landmarks, mask: { ...SIZE, data } }
}

const checked = (body: Body) => () => shoulder.check!(body)

test.each(['leftWrist', 'rightElbow'] as const)(
  'a raised %s counts as far as it is there',
  (name) => {
    expect(checked(figure({ [name]: { y: 100 } }))).not.toThrow()
    expect(checked(figure({ [name]: { y: 99, presence: 0.5 } }))).not.toThrow()
    expect(checked(figure({ [name]: { y: 99, presence: 0.51 } }))).toThrow('both arms down')
  },
)

test('shoulders face the camera from a share of their distance to the hips on', () => {
  const of = (across: number) => figure({ leftShoulder: { x: across }, rightShoulder: { x: 0 } })
  expect(checked(of(70))).not.toThrow()
  expect(checked(of(69))).toThrow('towards the camera')
})

test.each([
  ['presence', 0.5, 0.51],
  ['visibility', 0.3, 0.31],
] as const)(
  'a limb counts where the %s of its landmarks is above a limit',
  (key, without, having) => {
    const partsOf = (value: number) => anatomyOf(figure({ leftKnee: { [key]: value } })).parts
    expect(partsOf(without).has('leftLeg')).toBe(false)
    expect(partsOf(having).has('leftLeg')).toBe(true)
  },
)

test('a body is as long as its trunk, at least a tenth longer than its shoulders are wide', () => {
  expect(anatomyOf(figure()).scale).toBeCloseTo(220)
  expect(anatomyOf(figure({ leftShoulder: { x: 40 }, rightShoulder: { x: 0 } })).scale).toBeCloseTo(
    200,
  )
})

/** Makes legs taller of somebody between two rows of the picture. */
function grow(top: number, bottom: number, ankles: number) {
  const body = figure({ leftAnkle: { y: ankles }, rightAnkle: { y: ankles } })
  body.mask.data.fill(255, top * SIZE.width, (bottom + 1) * SIZE.width)
  const count = SIZE.height / 2
  const field = {
    step: 2,
    cols: 1,
    rows: count,
    dx: new Float32Array(count),
    dy: new Float32Array(count),
  }
  const shape = { body, anatomy: anatomyOf(body), sections: new Map(), leftOn: 'plus' as const }
  taller.move!({ left: 1, right: 1 }, shape, field)
  return field.dy
}

test('legs grow where they take a tenth of the picture', () => {
  expect(grow(100, 380, 341)[0]).toBeGreaterThan(0)
  expect(() => grow(100, 380, 339)).toThrow('legs below the hips')
})

test('legs grow up to the margin over the head, and what is missing below the feet', () => {
  // 80 pixels of legs grow by 12.8.
  expect(grow(100, 380, 380)[0]).toBeCloseTo(12.8, 4)
  expect(grow(12, 398, 380)[0]).toBeCloseTo(10, 4)
  expect(grow(3, 398, 380)[0]).toBeCloseTo(1, 4)
})

test('there is room where the twentieth part of the growth finds it', () => {
  expect(() => grow(2, 398, 380)).toThrow('needs room')
  expect(grow(2, 397, 380).at(-1)).toBeCloseTo(-1, 4)
})

test('arms and legs are widened between their ends, hands and feet are not', () => {
  const at = (t: number) => [
    arm.widen!({ left: 1, right: 0 }, 'leftArm', t, 'left'),
    leg.widen!({ left: 1, right: 0 }, 'leftLeg', t, 'left'),
  ]
  expect(at(0)).toEqual([0, 0])
  expect(at(0.5)).toEqual([0.32, 0.28])
  expect(at(1)).toEqual([0, 0])
  expect(arm.widen!({ left: 1, right: 0 }, 'leftArm', 0.5, 'right')).toBe(0)
  expect(arm.widen!({ left: 1, right: 1 }, 'torso', 0.5, 'left')).toBe(0)
})
