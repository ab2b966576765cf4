import { expect, test } from 'vitest'
import { lidsStay, showsIrises } from '../../../../engine/effects/face-swap/openings.ts'
import { requireSwappable } from '../../../../engine/effects/face-swap/require-swappable.ts'
import { FACE, type Face, type FacePart } from '../../../../engine/vision/faces/face.ts'

// Both sides of what tuning.ts lets decide of two faces, on their figures and landmarks alone.

type Looks = {
  yaw?: number
  pitch?: number
  /** Pixels. */
  width?: number
  inside?: number
  covered?: FacePart[]
  /** Heights of eyes, in their widths. */
  leftEye?: number
  rightEye?: number
}

function faceOf({ yaw = 0, pitch = 0, width = 200, inside = 1, covered = [], ...looks }: Looks) {
  const { leftEye = 0.3, rightEye = 0.3 } = looks
  const landmarks = Array.from({ length: 478 }, () => ({ x: 0, y: 0, z: 0 }))
  const lay = (at: number, x: number, y: number) => {
    landmarks[at] = { x, y, z: 0 }
  }
  for (const [eye, open, ends] of [
    [FACE.leftEye, leftEye, [100, 0]],
    [FACE.rightEye, rightEye, [0, 100]],
  ] as const) {
    lay(eye.outer, ends[0], 0)
    lay(eye.inner, ends[1], 0)
    lay(eye.bottom, 50, 100 * open)
    lay(eye.top, 50, 0)
  }
  return {
    box: { left: 0, top: 0, width, height: width },
    landmarks,
    pose: { yaw, pitch, roll: 0 },
    quality: { inside, covered },
  } as unknown as Face
}

function check(target: Looks, donor: Looks): () => void {
  return () => requireSwappable(faceOf(target), faceOf(donor))
}

const COVERED: FacePart[] = ['forehead', 'leftEye', 'mouth']

test.each<[string, Looks, Looks, Looks, string]>([
  ['35° to a side', {}, { yaw: 35 }, { yaw: 35.1 }, 'src'],
  ['30° up or down', {}, { pitch: -30 }, { pitch: -30.1 }, 'src'],
  ['24 pixels of width', {}, { width: 24 }, { width: 23 }, 'src'],
  ['0.8 within the picture', {}, { inside: 0.8 }, { inside: 0.79 }, 'src'],
  ['two covered parts', {}, { covered: COVERED.slice(1) }, { covered: COVERED }, 'src'],
])('the face to be replaced is taken up to %s', (_, donor, within, beyond, role) => {
  const likeIt = (looks: Looks): Looks => ({
    ...donor,
    yaw: looks.yaw ?? 0,
    pitch: looks.pitch ?? 0,
  })
  expect(check(within, likeIt(within))).not.toThrow()
  expect(
    check(beyond, { ...donor, pitch: beyond.pitch ? -29 : 0, yaw: beyond.yaw ? 34 : 0 }),
  ).toThrow(expect.objectContaining({ role }))
})

test.each<[string, Looks, Looks, Looks]>([
  ['18° turned from the face', { yaw: -9 }, { yaw: 9 }, { yaw: 9.1 }],
  ['15° raised or lowered from the face', {}, { pitch: 15 }, { pitch: 15.1 }],
  ['15° further aside than the face', { yaw: 2 }, { yaw: 17 }, { yaw: 17.1 }],
  ['0.97 within its picture', {}, { inside: 0.97 }, { inside: 0.96 }],
  ['two covered parts', {}, { covered: COVERED.slice(1) }, { covered: COVERED }],
  ['48 pixels of width', {}, { width: 48 }, { width: 47 }],
])('a reference face is taken up to %s', (_, target, within, beyond) => {
  expect(check(target, within)).not.toThrow()
  expect(check(target, beyond)).toThrow(expect.objectContaining({ role: 'ref' }))
})

test('lids stay where one eye is open less than 0.1, or 1.7 times as far as the other', () => {
  const stay = (target: Looks, donor: Looks) =>
    lidsStay(faceOf(target).landmarks, faceOf(donor).landmarks)
  expect(stay({ leftEye: 0.171, rightEye: 0.171 }, { leftEye: 0.101, rightEye: 0.101 })).toBe(false)
  expect(stay({ leftEye: 0.173, rightEye: 0.171 }, { leftEye: 0.101, rightEye: 0.101 })).toBe(true)
  expect(stay({ leftEye: 0.101 }, {})).toBe(false)
  expect(stay({ rightEye: 0.099 }, {})).toBe(true)
  expect(stay({ rightEye: 0.15 }, { rightEye: 0.099 })).toBe(true)
})

test('irises show in eyes that are open 0.1 of their width or more', () => {
  const show = (looks: Looks) => showsIrises(faceOf(looks).landmarks)
  expect(show({ leftEye: 0.101, rightEye: 0.101 })).toBe(true)
  expect(show({ leftEye: 0.099 })).toBe(false)
  expect(show({ rightEye: 0.099 })).toBe(false)
})
