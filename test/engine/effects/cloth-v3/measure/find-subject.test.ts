import { expect, test } from 'vitest'
import { requireOne } from '../../../../../engine/effects/cloth-v3/measure/find-subject.ts'
import { BODY, type Body } from '../../../../../engine/vision/bodies/body.ts'
import type { Face } from '../../../../../engine/vision/faces/face.ts'

const PICTURE = { width: 640, height: 580 }

/** A body of a height whose nose is at a tenth of it. */
function bodyOf(left: number, height: number): Body {
  const landmarks = Array.from({ length: 33 }, () => ({ x: left, y: 300 }))
  landmarks[BODY.nose] = { x: left + 40, y: 50 + height / 10 }
  return { box: { left, top: 50, width: height / 3, height }, landmarks } as unknown as Body
}

function faceOf(left: number, top: number, height: number): Face {
  return { box: { left, top, width: 0.8 * height, height } } as Face
}

test('a passer-by is not dressed where somebody before them shows no body but a larger face', () => {
  const passer = bodyOf(0, 270)
  expect(() => requireOne([passer], [faceOf(320, 200, 150)], PICTURE)).toThrow(/2 people/)
  // Somebody far behind whose body is not found.
  expect(requireOne([passer], [faceOf(320, 200, 30)], PICTURE)).toBe(passer)
})

test('whose own face is not found is dressed, also where a face in a print on the clothes is', () => {
  const headless = bodyOf(200, 500)
  expect(requireOne([headless], [faceOf(250, 250, 60)], PICTURE)).toBe(headless)
})
