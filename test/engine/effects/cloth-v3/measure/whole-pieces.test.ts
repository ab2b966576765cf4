import { expect, test } from 'vitest'
import { wholePieces } from '../../../../../engine/effects/cloth-v3/measure/whole-pieces.ts'
import type { Mask, Picture } from '../../../../../engine/raster/picture.ts'

const SIZE = { width: 120, height: 120 }
const SKIN = [220, 170, 140]
const PRINT = [120, 20, 40]

/** A region of boxes, each of a colour. */
function regionOf(boxes: readonly { x: number; y: number; w: number; h: number; of?: number[] }[]) {
  const region: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  const data = new Uint8ClampedArray(4 * region.data.length).fill(255)
  for (const { x, y, w, h, of = SKIN } of boxes) {
    for (let at = 0; at < region.data.length; at++) {
      const [dx, dy] = [(at % SIZE.width) - x, Math.floor(at / SIZE.width) - y]
      if (dx < 0 || dy < 0 || dx >= w || dy >= h) continue
      region.data[at] = 255
      data.set(of, 4 * at)
    }
  }
  return { region, picture: { ...SIZE, data } satisfies Picture }
}

const at = (x: number, y: number): number => y * SIZE.width + x

test('a flap is whole, patches of a print that touch it by their corners are not', () => {
  const patches = [0, 1, 2, 3].map((n) => ({ x: 60 + 6 * n, y: 60 + 6 * n, w: 6, h: 6 }))
  const { region } = regionOf([{ x: 20, y: 0, w: 40, h: 60 }, ...patches])
  const whole = wholePieces(region, { everywhere: 4, somewhere: 8 })
  expect(whole[at(40, 30)]).toBe(1)
  expect(whole[at(22, 55)]).toBe(1)
  for (const n of [1, 2, 3]) expect(whole[at(63 + 6 * n, 63 + 6 * n)]).toBe(0)
})

test('what is thinner than a flap has to be is none, up to the limit', () => {
  const of = (w: number) => wholePieces(regionOf([{ x: 20, y: 20, w, h: 60 }]).region, LIMITS)
  expect(of(17)[at(28, 50)]).toBe(1)
  expect(of(16)[at(28, 50)]).toBe(0)
})

const LIMITS = { everywhere: 4, somewhere: 8 }

test('fingers are of a hand by its colour, and a print beside it is not', () => {
  const hand = { x: 20, y: 20, w: 40, h: 40 }
  const { region, picture } = regionOf([
    hand,
    { x: 24, y: 60, w: 8, h: 30 },
    { x: 44, y: 60, w: 8, h: 30, of: PRINT },
  ])
  const whole = wholePieces(region, { everywhere: 2, somewhere: 10 }, { picture, alike: 14 })
  expect(whole[at(28, 80)]).toBe(1)
  expect(whole[at(48, 80)]).toBe(0)
  expect(whole[at(40, 40)]).toBe(1)
})
