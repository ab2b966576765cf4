import { expect, test } from 'vitest'
import { normaliseFace } from '../../../../engine/face/warp/normalised-face.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'

test('lengths of a face whose landmarks coincide are taken to be a little', () => {
  // The landmarks of each eye and its brow lie at one point; the chin lies a twentieth of their distance below them.
  const landmarks = Array.from({ length: 478 }, () => ({ x: 100, y: 100, z: 0 }))
  for (const at of [...Object.values(FACE.leftEye), ...FACE.leftIris, ...FACE.leftBrowBottom]) {
    landmarks[at] = { x: 200, y: 100, z: 0 }
  }
  landmarks[FACE.noseTop] = { x: 150, y: 100, z: 0 }
  landmarks[FACE.chin] = { x: 160, y: 105, z: 0 }
  const pose = { yaw: 0, pitch: 0, roll: 0 }
  const { eyes, midline } = normaliseFace({ landmarks, pose } as unknown as Face)
  for (const { halfWidth, halfOpening, browDistance } of [eyes.left, eyes.right]) {
    expect([halfWidth, halfOpening, browDistance]).toEqual([0.05, 0.01, 0.12])
  }
  // As if the chin lay a tenth below: its line leads as far aside as down.
  expect(midline(1)).toBeCloseTo(1)
})
