import { expect, test } from 'vitest'
import { requireFewFaces } from '../../../../engine/effects/face-swap/require-few-faces.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'

test('twenty faces can be named by face_mapping, and one more is refused with the number of them', () => {
  const faces = (count: number) => Array.from({ length: count }, () => ({}) as Face)
  for (const few of [0, 1, 20]) expect(() => requireFewFaces(faces(few))).not.toThrow()
  expect(() => requireFewFaces(faces(21))).toThrow(
    'The picture has 21 faces; at most 20 are allowed.',
  )
})
