import { expect, test } from 'vitest'
import { restoreFeatures, touchedFeatures } from '../../../engine/face/face-guard.ts'
import { FACE } from '../../../engine/vision/faces/face.ts'

const SIZE = { width: 60, height: 60 }

/** A face of which only the mouth has an extent: a circle of twelve pixels around the middle. */
function mouthOnly() {
  const landmarks = Array.from({ length: 478 }, () => ({ x: 5, y: 5, z: 0 }))
  for (const [n, at] of FACE.lipsOuter.entries()) {
    const angle = (2 * Math.PI * n) / FACE.lipsOuter.length
    landmarks[at] = { x: 30 + 12 * Math.cos(angle), y: 30 + 12 * Math.sin(angle), z: 0 }
  }
  return { landmarks }
}

test('a feature is told of which more than a share is touched', () => {
  const upper = (at: number): boolean => Math.floor(at / SIZE.width) < 30
  expect(touchedFeatures(mouthOnly(), SIZE, upper, 0.4)).toEqual(['mouth'])
  expect(touchedFeatures(mouthOnly(), SIZE, upper, 0.6)).toEqual([])
})

test('features get their pixels back, and what is around them stays changed', () => {
  const before = { ...SIZE, data: new Uint8ClampedArray(4 * 3600).fill(10) }
  const after = { ...SIZE, data: new Uint8ClampedArray(4 * 3600).fill(200) }
  restoreFeatures(before, after, mouthOnly())
  const levelAt = (x: number, y: number) => after.data[4 * (y * SIZE.width + x)]
  expect([levelAt(30, 30), levelAt(30, 20), levelAt(30, 50), levelAt(10, 30)]).toEqual([
    10, 10, 200, 200,
  ])
})
