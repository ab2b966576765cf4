import { beforeAll, expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import { requireLiftable } from '../../../engine/effects/face-lift/require-liftable.ts'
import { requireReshapable } from '../../../engine/effects/face-reshape/require-reshapable.ts'
import { requireReadable } from '../../../engine/effects/fitzpatrick-scale-analyzer/require-readable.ts'
import { requirePaintableFace } from '../../../engine/effects/look-vto/require-paintable.ts'
import { requireSuitableFace } from '../../../engine/effects/skin-simulation/require-suitable-face.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'
import { drawFace } from '../face/draw-face.ts'
import { faceIn } from '../face/face-in.ts'

let picture: Picture
let frontal: Face
beforeAll(async () => {
  ;({ picture } = await drawFace())
  const face = await faceIn(picture)
  const quality = { ...face.quality, inside: 1, width: 0.7, height: 0.7 }
  frontal = { ...face, pose: { yaw: 0, pitch: 0, roll: 0 }, quality }
})

const CHECKS = {
  'face-lift': (face: Face) => requireLiftable(face, picture),
  'face-reshape': (face: Face) => requireReshapable(face, picture),
  'fitzpatrick-scale-analyzer': (face: Face) => requireReadable(picture, face),
  'look-vto': (face: Face) => requirePaintableFace(picture, [face]),
  'skin-simulation': (face: Face) => requireSuitableFace(picture, [face]),
}

function refusalOf(feature: keyof typeof CHECKS, face: Face): string {
  try {
    CHECKS[feature](face)
    return 'none'
  } catch (error) {
    if (error instanceof Fault) return error.condition
    throw error
  }
}

/** Angles in degrees that are still taken, and such that are not. */
const ANGLES = [
  ['face-lift', 'yaw', 89.9, 90],
  ['face-lift', 'roll', 74.9, 75],
  ['face-reshape', 'yaw', 29.9, 30],
  ['face-reshape', 'pitch', 29.9, 30],
  ['face-reshape', 'roll', 29.9, 30],
  ['fitzpatrick-scale-analyzer', 'yaw', 10, 10.1],
  ['fitzpatrick-scale-analyzer', 'pitch', 15, 15.1],
  ['fitzpatrick-scale-analyzer', 'roll', 10, 10.1],
  ['look-vto', 'yaw', 35, 35.1],
  ['look-vto', 'pitch', 30, 30.1],
  ['skin-simulation', 'yaw', 35, 35.1],
  ['skin-simulation', 'pitch', 35, 35.1],
] as const

test.each(ANGLES)('%s takes a %s of %f° and refuses %f°', (feature, angle, taken, refused) => {
  for (const sense of [-1, 1]) {
    const turned = (by: number): Face => ({
      ...frontal,
      pose: { ...frontal.pose, [angle]: sense * by },
    })
    expect(refusalOf(feature, turned(taken))).toBe('none')
    expect(refusalOf(feature, turned(refused))).toBe('turned-face')
  }
})

test.each(['fitzpatrick-scale-analyzer', 'look-vto', 'skin-simulation'] as const)(
  '%s takes a face of which 1.5 %% is cut off, and refuses more',
  (feature) => {
    const cut = (inside: number): Face => ({ ...frontal, quality: { ...frontal.quality, inside } })
    expect(refusalOf(feature, cut(0.985))).toBe('none')
    expect(refusalOf(feature, cut(0.984))).toBe('cut-face')
  },
)

test('the skin type of a face that fills 98 % of the picture is read, and of none that fills more', () => {
  const large = (quality: Partial<Face['quality']>): Face => ({
    ...frontal,
    quality: { ...frontal.quality, ...quality },
  })
  expect(refusalOf('fitzpatrick-scale-analyzer', large({ width: 0.98, height: 0.98 }))).toBe('none')
  expect(refusalOf('fitzpatrick-scale-analyzer', large({ width: 0.981 }))).toBe('cut-face')
  expect(refusalOf('fitzpatrick-scale-analyzer', large({ height: 0.981 }))).toBe('cut-face')
})
