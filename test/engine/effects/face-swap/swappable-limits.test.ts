import { expect, test } from 'vitest'
import {
  lidsStay,
  openingsToKeep,
  showsIrises,
} from '../../../../engine/effects/face-swap/openings.ts'
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
}

function faceOf({ yaw = 0, pitch = 0, width = 200, inside = 1, covered = [], ...looks }: Looks) {
  const { size = 300, leftEye = 0.3, rightEye = 0.3, mouth = 0.02 } = looks
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
])('a reference face is taken up to %s', (_, target, within, beyond) => {
  expect(check(target, within)).not.toThrow()
  expect(check(target, beyond)).toThrow(expect.objectContaining({ role: 'ref' }))
})

test('both eyes stay, and a mouth that is open 0.07 more or less, a closed one from 0.03 on', () => {
  const kept = (target: number, donor: number) =>
    openingsToKeep(faceOf({ mouth: target }).landmarks, faceOf({ mouth: donor }).landmarks).length
  expect(kept(0.02, 0.089)).toBe(2)
  expect(kept(0.02, 0.091)).toBe(3)
  expect(kept(0.091, 0.02)).toBe(3)
  expect(kept(0.009, 0.038)).toBe(2)
  expect(kept(0.009, 0.04)).toBe(3)
  expect(kept(0.011, 0.08)).toBe(2)
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
