import { beforeAll, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { requireSuitableFace } from '../../../../engine/effects/skin-simulation/require-suitable-face.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { type DrawnFace, drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'

let drawn: DrawnFace
let face: Face
beforeAll(async () => {
  drawn = await drawFace()
  face = await faceIn(drawn.picture)
})

function condition(faces: Face[], picture = drawn.picture) {
  try {
    requireSuitableFace(picture, faces)
  } catch (error) {
    if (error instanceof Fault) return error.condition
    throw error
  }
  return 'none'
}

function like(quality: Partial<Face['quality']>, pose: Partial<Face['pose']> = {}): Face {
  return {
    ...face,
    quality: { ...face.quality, ...quality },
    pose: { ...face.pose, ...pose },
  }
}

test('the largest face is chosen', () => {
  const small = { ...face, box: { ...face.box, width: 20, height: 20 } }
  expect(requireSuitableFace(drawn.picture, [small, face])).toBe(face)
})

test('each unsuitable face is refused by its condition', () => {
  expect(condition([face])).toBe('none')
  expect(condition([])).toBe('target')
  expect(condition([like({ width: 0.59 })])).toBe('small-face')
  expect(condition([like({ inside: 0.9 })])).toBe('cut-face')
  expect(condition([like({}, { yaw: 50 })])).toBe('turned-face')
})

test.each([
  ['#f1d3c0', 1, 'none'],
  ['#3a2018', 1, 'none'],
  ['#f1d3c0', 0.1, 'dark'],
  ['#3a2018', 0.25, 'dark'],
])('skin %s in light %f: %s', async (skin, light, expected) => {
  const { picture } = await drawFace({ look: { skin } })
  const lit = await drawFace({ look: { skin }, light })
  const own = await faceIn(picture)
  const dimmed = { ...own, quality: { ...own.quality, light: own.quality.light * light } }
  expect(condition([dimmed], lit.picture)).toBe(expected)
})
