import { expect, test } from 'vitest'
import { alignClosedLips } from '../../../../engine/effects/face-swap/align-closed-lips.ts'
import { FACE, type FaceLandmark } from '../../../../engine/vision/faces/face.ts'

/** A mouth 100 px wide and 40 px high, whose lips are `gap` px apart and each off by up to 2 px. */
function mouth(gap: number): FaceLandmark[] {
  const face = Array.from({ length: 478 }, (): FaceLandmark => ({ x: 0, y: 0, z: 0 }))
  const count = FACE.lipsInner.length
  for (const [n, at] of FACE.lipsInner.entries()) {
    const isCorner = n % (count / 2) === 0
    const side = isCorner ? 0 : n < count / 2 ? 1 : -1
    const column = n <= count / 2 ? n : count - n
    face[at] = { x: 10 * column, y: (side * gap) / 2 + (isCorner ? 0 : 2 * Math.sin(3 * n)), z: 0 }
  }
  face[FACE.rightMouthCorner] = { x: 0, y: 0, z: 0 }
  face[FACE.leftMouthCorner] = { x: 100, y: 0, z: 0 }
  face[FACE.upperLipTop] = { x: 50, y: -20, z: 0 }
  face[FACE.lowerLipBottom] = { x: 50, y: 20, z: 0 }
  return face
}

function gaps(face: readonly FaceLandmark[]): number[] {
  return FACE.lipsInner
    .slice(1, 10)
    .map((lower, n) => face[lower]!.y - face[FACE.lipsInner[19 - n]!]!.y)
}

test('closed lips whose edges cross meet in one line halfway, with a tiny gap', () => {
  const [one, other] = [mouth(0), mouth(1)]
  expect(Math.min(...gaps(one))).toBeLessThan(0)
  for (const [nth, met] of alignClosedLips(one, other).entries()) {
    const before = [one, other][nth]!
    for (const gap of gaps(met)) expect(gap).toBeCloseTo(0.08, 6)
    for (const [n, lower] of FACE.lipsInner.slice(1, 10).entries()) {
      const upper = FACE.lipsInner[19 - n]!
      const middle = (face: readonly FaceLandmark[]) => (face[lower]!.y + face[upper]!.y) / 2
      expect(middle(met)).toBeCloseTo(middle(before), 6)
    }
    const changed = met.filter((landmark, at) => landmark !== before[at])
    expect(changed).toHaveLength(18)
  }
})

test('nothing is aligned where one of the two mouths is open', () => {
  const [shut, open] = [mouth(0), mouth(12)]
  expect(alignClosedLips(shut, open)).toEqual([shut, open])
  expect(alignClosedLips(open, shut)).toEqual([open, shut])
})
