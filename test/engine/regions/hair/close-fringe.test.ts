import { expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import { closeFringe } from '../../../../engine/regions/hair/close-fringe.ts'
import type { HeadRegions } from '../../../../engine/regions/head/head-regions.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'

const SIZE = { width: 120, height: 120 }
const EYES = 90

/** Hair above a row, and a fringe of this breadth that is parted from it by what shines. */
function fringe(half: number) {
  const alpha = new Float32Array(120 * 120)
  const shine = (x: number, y: number) => Math.abs(x - 60) < half && y >= 50 && y < 56
  for (let y = 0; y < 120; y++) {
    for (let x = 0; x < 120; x++) {
      const isFringe = Math.abs(x - 60) < half && y >= 56 && y < 68
      if (y < 50 || isFringe) alpha[120 * y + x] = 1
    }
  }
  const points = Array.from({ length: 478 }, () => ({ x: 60, y: 100 }))
  points[FACE.leftEye.outer] = { x: 75, y: EYES }
  points[FACE.rightEye.outer] = { x: 45, y: EYES }
  const grid = { faceWidth: 60, scale: 1, up: { x: 0, y: -1 }, points }
  const levels = [0, 1, 2].map(() => new Float32Array(alpha.length).fill(120))
  const hair = [0, 1, 2].map(() => new Float32Array(alpha.length).fill(110))
  const colours = { points, skin: [220, 180, 160], hair }
  const isClosed = withArena(() =>
    closeFringe(alpha, levels, SIZE, { grid } as unknown as HeadRegions, colours),
  )
  return { alpha, isClosed, shine }
}

test('a fringe is one with the hair that it hangs from', () => {
  const { alpha, isClosed, shine } = fringe(20)
  expect(isClosed).toBe(true)
  const missing = [...alpha.keys()].filter(
    (at) => shine(at % 120, Math.floor(at / 120)) && alpha[at] !== 1,
  )
  expect(missing).toEqual([])
  // Below it the forehead stays bare.
  expect(alpha[120 * 74 + 60]).toBe(0)
})

test('a narrow shade on the forehead is no fringe', () => {
  const { alpha, isClosed } = fringe(4)
  expect(isClosed).toBe(false)
  expect(alpha[120 * 53 + 60]).toBe(0)
})
