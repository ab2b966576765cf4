import { expect, test } from 'vitest'
import { cutSides } from '../../../../engine/effects/out-paint/cut-sides.ts'

const [WIDTH, HEIGHT] = [40, 50]

/** Somebody of this level from column 10 to 20 and from the top to the bottom. */
function standing(level: number) {
  const data = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < data.length; i++) {
    if (i % WIDTH >= 10 && i % WIDTH < 20) data[i] = level
  }
  return { width: WIDTH, height: HEIGHT, data }
}

function placed(left: number, top: number, right: number, bottom: number) {
  const box = { left, top, width: 80, height: 100 }
  const output = { width: left + 80 + right, height: top + 100 + bottom }
  return { part: { ...box, left: 0, top: 0 }, box, output }
}

test('tells along which share of a side somebody is cut, where a margin lies beyond it', () => {
  const all = { left: 0, top: 0.25, right: 0, bottom: 0.25 }
  expect(cutSides(standing(128), placed(9, 9, 9, 9))).toEqual(all)
  expect(cutSides(standing(128), placed(9, 9, 9, 0))).toEqual({ ...all, bottom: 0 })
  expect(cutSides(standing(127), placed(9, 9, 9, 9))).toMatchObject({ top: 0, bottom: 0 })
  const lying = { width: HEIGHT, height: WIDTH, data: new Uint8Array(WIDTH * HEIGHT) }
  lying.data.fill(255, 10 * HEIGHT, 20 * HEIGHT)
  const sides = { left: 0.25, top: 0, right: 0.25, bottom: 0 }
  expect(cutSides(lying, placed(9, 9, 9, 9))).toEqual(sides)
  expect(cutSides(lying, placed(0, 0, 9, 0))).toEqual({ ...sides, left: 0 })
})
