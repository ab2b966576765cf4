import { expect, test } from 'vitest'
import { evenGround } from '../../../engine/product/even-ground.ts'
import { fitGround } from '../../../engine/product/plain-ground.ts'

const SIZE = { width: 240, height: 320 } as const
const GROUND = 246

/** Half the width in pixels of a gap between sleeve and body, which narrows to both of its ends; 0 beyond them. */
function gapAt(y: number): number {
  return Math.max(0, Math.min((y - 60) / 14, 7, (260 - y) / 14))
}

/** Dark cloth with pale stripes and a gap, whose edges ring as a lossy file's do. */
function levels(ringing: number): Float32Array {
  const plane = new Float32Array(SIZE.width * SIZE.height).fill(GROUND)
  for (let y = 20; y < 300; y++) {
    for (let x = 30; x < 210; x++) {
      const inside = gapAt(y) - Math.abs(x - 120)
      const stripe = Math.floor(y / 11) % 2 === 0 ? 40 : 238
      const ring = inside < 2.5 ? ringing * ((x + y) % 2 === 0 ? 1 : -1) : 0
      plane[y * SIZE.width + x] = inside > 0 ? GROUND + ring : stripe
    }
  }
  return plane
}

test('a gap that narrows to both of its ends is ground up to them', () => {
  const plane = levels(2)
  const all = { red: plane, green: plane, blue: plane }
  const mask = evenGround(all, fitGround(all, SIZE), SIZE)
  for (let y = 90; y < 230; y++) {
    expect(mask[y * SIZE.width + 120], `row ${y}`).toBe(1)
  }
})

test('pale cloth beside a gap is none', () => {
  const plane = levels(2)
  const all = { red: plane, green: plane, blue: plane }
  const mask = evenGround(all, fitGround(all, SIZE), SIZE)
  let cloth = 0
  for (let y = 90; y < 230; y++) for (let x = 132; x < 200; x++) cloth += mask[y * SIZE.width + x]!
  expect(cloth).toBe(0)
})
