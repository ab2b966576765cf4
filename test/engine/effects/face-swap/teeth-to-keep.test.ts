import { expect, test } from 'vitest'
import { teethToKeep } from '../../../../engine/effects/face-swap/teeth-to-keep.ts'
import { TEETH_DETAIL } from '../../../../engine/effects/face-swap/tuning.ts'
import type { LumaRegion } from '../../../../engine/face/eye-edge-width.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { changedWithin } from '../../face/measure-skin.ts'
import { displaced, donor, overlaid, type Sitter, swapped, target } from './sitters.ts'

const SIDE = 200

/** A mouth 100 pixels wide of a face of 200, whose teeth are so much lighter than the gaps between them, in L*. */
function mouth(gaps: number): LumaRegion {
  const points = Array.from({ length: 478 }, () => ({ x: 0, y: 0 }))
  for (const [n, i] of FACE.lipsInner.entries()) {
    const angle = (2 * Math.PI * n) / FACE.lipsInner.length
    points[i] = { x: 100 + 50 * Math.cos(angle), y: 100 + 20 * Math.sin(angle) }
  }
  const l = Float32Array.from(
    { length: SIDE * SIDE },
    (_, i) => 60 + (i % 6 < 3 ? gaps / 2 : -gaps / 2),
  )
  const area = { left: 0, top: 0, width: SIDE, height: SIDE }
  const size = { width: SIDE, height: SIDE, scale: 1, faceWidth: SIDE }
  return { ...size, area, points, up: { x: 0, y: -1 }, lab: { l } }
}

test('a mouth with teeth stays where the donor’s are hardly told from each other', () => {
  const isKept = (own: number, from: number): boolean =>
    teethToKeep({ target: mouth(own), donor: mouth(from) }).length > 0
  const { share } = TEETH_DETAIL
  expect(isKept(20, 20 * (share - 0.05))).toBe(true)
  expect(isKept(20, 20 * (share + 0.05))).toBe(false)
})

test('a mouth that shows no teeth itself has none to lose', () => {
  const isKept = (own: number): boolean =>
    teethToKeep({ target: mouth(own), donor: mouth(0) }).length > 0
  expect(isKept(3)).toBe(false)
  expect(isKept(5)).toBe(true)
})

/** A laughing mouth: the lower lip lies lower, and between the lips are teeth of two levels in turn. */
function laughing({ drawn, face }: Sitter, levels: readonly [number, number]): Sitter {
  const landmarks = structuredClone(face.landmarks)
  const wide = landmarks[FACE.leftMouthCorner]!.x - landmarks[FACE.rightMouthCorner]!.x
  for (const i of [
    95, 88, 178, 87, 14, 317, 402, 318, 324, 146, 91, 181, 84, 17, 314, 405, 321, 375,
  ])
    landmarks[i] = { ...landmarks[i]!, y: landmarks[i]!.y + 0.2 * wide }
  const rim = FACE.lipsInner.map((i) => landmarks[i]!)
  const [top, bottom] = [Math.min(...rim.map(({ y }) => y)), Math.max(...rim.map(({ y }) => y))]
  const left = Math.min(...rim.map(({ x }) => x))
  let sitter: Sitter = { drawn, face: { ...face, landmarks } }
  const tooth = wide / 12
  for (let n = 0; n < 12; n++) {
    const x = left + n * tooth
    const square = [
      { x, y: top },
      { x: x + tooth, y: top },
      { x: x + tooth, y: bottom },
      { x, y: bottom },
    ]
    sitter = overlaid(sitter, square, Array(3).fill(levels[n % 2]!), 1)
  }
  return sitter
}

test('in a swap, too, teeth stay that the donor’s would make one strip', () => {
  const own = laughing(target, [230, 150])
  const { x, y } = own.face.landmarks[14]!
  const at = { x, y: y - 1.5 * own.drawn.scale }
  const changed = (from: Sitter): number =>
    changedWithin(displaced(own, from), swapped(own, from), at, own.drawn.scale, 2)
  expect(changed(laughing(donor, [230, 225]))).toBe(0)
  expect(changed(laughing(donor, [230, 150]))).toBeGreaterThan(5)
})
