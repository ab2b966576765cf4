import { expect, test } from 'vitest'
import { openingsDonorLacks } from '../../../../engine/effects/face-swap/openings.ts'
import {
  requireSwappable,
  requireVisible,
} from '../../../../engine/effects/face-swap/require-swappable.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import type { SkinMasks } from '../../../../engine/face/skin-masks.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import { FACE, type Face, type FacePart } from '../../../../engine/vision/faces/face.ts'

// Both sides of what tuning.ts lets decide of two faces, on their figures and landmarks alone.

type Looks = {
  yaw?: number
  pitch?: number
  /** Pixels. */
  width?: number
  inside?: number
  covered?: FacePart[]
  /** Pixels between temples and between forehead and chin. */
  size?: number
  /** Heights of eyes and mouth, in their widths. */
  leftEye?: number
  rightEye?: number
  mouth?: number
  /** Where between their corners the irises lie, the person's right eye first. */
  gaze?: [number, number]
}

function faceOf({ yaw = 0, pitch = 0, width = 200, inside = 1, covered = [], ...looks }: Looks) {
  const { size = 300, leftEye = 0.3, rightEye = 0.3, mouth = 0.02, gaze = [0.5, 0.5] } = looks
  const landmarks = Array.from({ length: 478 }, () => ({ x: 0, y: 0, z: 0 }))
  const lay = (at: number, x: number, y: number) => {
    landmarks[at] = { x, y, z: 0 }
  }
  lay(FACE.rightTemple, -size / 2, 0)
  lay(FACE.leftTemple, size / 2, 0)
  lay(FACE.foreheadTop, 0, -size / 2)
  lay(FACE.chin, 0, size / 2)
  for (const [eye, open, ends] of [
    [FACE.leftEye, leftEye, [100, 0]],
    [FACE.rightEye, rightEye, [0, 100]],
  ] as const) {
    lay(eye.outer, ends[0], 0)
    lay(eye.inner, ends[1], 0)
    lay(eye.bottom, 50, 100 * open)
    lay(eye.top, 50, 0)
  }
  lay(FACE.rightIris[0], 100 * gaze[0], 0)
  lay(FACE.leftIris[0], 100 * gaze[1], 0)
  lay(FACE.rightMouthCorner, 0, 0)
  lay(FACE.leftMouthCorner, 100, 0)
  lay(FACE.upperLipBottom, 50, 0)
  lay(FACE.lowerLipTop, 50, 100 * mouth)
  return {
    box: { left: 0, top: 0, width, height: width },
    landmarks,
    pose: { yaw, pitch, roll: 0 },
    quality: { inside, covered },
  } as unknown as Face
}

function check(target: Looks, donor: Looks): () => void {
  const face = faceOf(donor)
  const picture = { width: 1, height: 1, data: new Uint8ClampedArray(4) }
  return () => requireSwappable(faceOf(target), { face, landmarks: face.landmarks, picture })
}

const COVERED: FacePart[] = ['forehead', 'leftEye', 'mouth']

test.each<[string, Looks, Looks, Looks, string]>([
  ['35° to a side', {}, { yaw: 35 }, { yaw: 35.1 }, 'src'],
  ['30° up or down', {}, { pitch: -30 }, { pitch: -30.1 }, 'src'],
  ['24 pixels of width', {}, { width: 24 }, { width: 23 }, 'src'],
  ['0.8 within the picture', {}, { inside: 0.8 }, { inside: 0.79 }, 'src'],
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
  ['half of the size of the face', {}, { size: 150 }, { size: 149 }],
  ['1 / 1.3 of its size below 80 pixels', {}, { size: 231, width: 79 }, { size: 230, width: 79 }],
  ['half of it from 95 pixels on', {}, { size: 150, width: 95 }, { size: 150, width: 94 }],
  ['0.14 of an eye further to the right', {}, { gaze: [0.64, 0.5] }, { gaze: [0.641, 0.5] }],
  ['0.14 of an eye further to the left', {}, { gaze: [0.5, 0.36] }, { gaze: [0.5, 0.359] }],
])('a reference face is taken up to %s', (_, target, within, beyond) => {
  expect(check(target, within)).not.toThrow()
  expect(check(target, beyond)).toThrow(expect.objectContaining({ role: 'ref' }))
})

test('how far a reference looks aside is told with the side of its picture', () => {
  const message = (gaze: [number, number]) => {
    try {
      check({ gaze: [0.4, 0.5] }, { gaze })()
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(message([0.6, 0.5])).toContain('further to the right of its picture')
  expect(message([0.6, 0.5])).toContain('by 20 %')
  expect(message([0.4, 0.2])).toContain('further to the left of its picture')
})

test('a face winks whose eye is open less than 0.1 where that of the reference is more than 0.16', () => {
  expect(check({ leftEye: 0.099 }, { leftEye: 0.161 })).toThrow('An eye of the face')
  expect(check({ rightEye: 0.099 }, { rightEye: 0.161 })).toThrow('An eye of the face')
  expect(check({ leftEye: 0.101 }, { leftEye: 0.161 })).not.toThrow()
  expect(check({ leftEye: 0.099 }, { leftEye: 0.159 })).not.toThrow()
})

test('a mouth stays that is open 0.07 more or less, a closed one from 0.03 on, and eyes where the others are narrow', () => {
  const kept = (target: Looks, donor: Looks) =>
    openingsDonorLacks(faceOf(target).landmarks, faceOf(donor).landmarks).length
  expect(kept({ mouth: 0.02 }, { mouth: 0.089 })).toBe(0)
  expect(kept({ mouth: 0.02 }, { mouth: 0.091 })).toBe(1)
  expect(kept({ mouth: 0.091 }, { mouth: 0.02 })).toBe(1)
  expect(kept({ mouth: 0.009 }, { mouth: 0.038 })).toBe(0)
  expect(kept({ mouth: 0.009 }, { mouth: 0.04 })).toBe(1)
  expect(kept({ mouth: 0.011 }, { mouth: 0.08 })).toBe(0)
  expect(kept({ leftEye: 0.169 }, { leftEye: 0.1 })).toBe(0)
  expect(kept({ leftEye: 0.171 }, { leftEye: 0.101 })).toBe(0)
  expect(kept({ leftEye: 0.173 }, { leftEye: 0.101 })).toBe(2)
  expect(kept({ rightEye: 0.161 }, { rightEye: 0.099 })).toBe(2)
})

const SIDE = 100

/** The rings around both eyes, the person's left first. */
const AROUND_EYES = [
  [445, 444, 443, 442, 441, 452, 451, 450, 449, 448],
  [225, 224, 223, 222, 221, 232, 231, 230, 229, 228],
]

/** Asks for a face to be visible of whose oval, a square of 80 pixels, and of whose left eye such shares are hidden. */
function seen({ src = 0, ref = 0, eye = 0 }): () => void {
  const points = Array.from({ length: 478 }, () => ({ x: 50, y: 50 }))
  const onSquare = (
    ring: readonly number[],
    { x, y, side }: { x: number; y: number; side: number },
  ) => {
    for (const [n, at] of ring.entries()) {
      const along = (4 * n) / ring.length
      const t = (along % 1) * side
      const corners = [
        [x + t, y],
        [x + side, y + t],
        [x + side - t, y + side],
        [x, y + side - t],
      ] as const
      const [px, py] = corners[Math.floor(along)]!
      points[at] = { x: px, y: py }
    }
  }
  onSquare(FACE.oval, { x: 10, y: 10, side: 80 })
  for (const [n, ring] of AROUND_EYES.entries()) onSquare(ring, { x: 60 - 30 * n, y: 20, side: 10 })
  const region = { width: SIDE, height: SIDE, area: { left: 0, top: 0, width: SIDE, height: SIDE } }
  const at = { ...region, points, scale: 1, faceWidth: 80, up: { x: 0, y: -1 } }
  const plane = (of: (x: number, y: number) => number) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))
  // Hidden from below, where no eyes are.
  const hidden = (share: number) => (_: number, y: number) => (y >= 90 - 80 * share ? 1 : 0)
  const eyeHidden = (x: number, y: number) => x >= 58 && x < 72 && y >= 18 && y < 32
  const occluded = {
    src: plane(hidden(src)),
    ref: plane((x, y) => (eyeHidden(x, y) ? eye : hidden(ref)(x, y))),
  }
  const masks = { bare: plane(() => 1) } as unknown as SkinMasks
  return () => withArena(() => requireVisible(at as unknown as FaceRegion, masks, occluded))
}

test('two fifths of the face to be replaced and half of the reference are to be seen', () => {
  expect(seen({ src: 47 / 80, ref: 39 / 80 })).not.toThrow()
  expect(seen({ src: 49 / 80 })).toThrow(expect.objectContaining({ role: 'src' }))
  expect(seen({ ref: 41 / 80 })).toThrow(expect.objectContaining({ role: 'ref' }))
})

test('an eye of the reference is hidden by more than 0.8', () => {
  expect(seen({ eye: 0.79 })).not.toThrow()
  expect(seen({ eye: 0.81 })).toThrow('An eye of the reference face')
})
