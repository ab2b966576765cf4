import { expect, test } from 'vitest'
import {
  isOneCloth,
  isOneClothAcross,
  measureLowerBody,
} from '../../../../../engine/effects/cloth-v3/measure/lower-body.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'

const SIZE = { width: 240, height: 400 } as const

/** Somebody whose hips are 80 pixels wide, one arm off the body and the other close to it. */
function wearer(): Wearer {
  const masks = Object.fromEntries(
    ['body', 'hair', 'body-skin', 'upper-garment', 'lower-garment'].map((name) => [
      name,
      { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) },
    ]),
  )
  const fill = (name: string, [left, top, right, bottom]: readonly number[]) => {
    for (let y = top!; y < bottom!; y++) {
      masks[name]!.data.fill(255, y * SIZE.width + left!, y * SIZE.width + right!)
    }
  }
  for (const name of ['body', 'upper-garment']) fill(name, [80, 40, 160, 150])
  for (const name of ['body', 'lower-garment']) fill(name, [80, 150, 160, 380])
  // The arm at the left of the picture touches the body from the shoulder down to the thigh.
  for (const name of ['body', 'body-skin']) fill(name, [56, 40, 80, 290])
  const leg = (x: number) => [140, 250, 360].map((y) => ({ x, y: y + 40 }))
  return {
    picture: { ...SIZE, data: new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(128) },
    body: { mask: masks['body'] },
    regions: masks,
    torso: {
      origin: { x: 120, y: 50 },
      right: { x: 1, y: 0 },
      down: { x: 0, y: 1 },
      shoulders: 100,
      length: 140,
    },
    arms: [[50, 130, 210].map((y) => ({ x: 62, y })), [50, 130, 210].map((y) => ({ x: 225, y }))],
    legs: [leg(100), leg(140)],
  } as unknown as Wearer
}

test('hips that an arm hides at one side reach as far there as at the other one', () => {
  const { reach } = measureLowerBody(wearer())
  expect(reach[1](120)).toBeCloseTo(40, -0.5)
  expect(reach[0](120)).toBeCloseTo(40, -0.5)
})

test('a dress goes on across a hem, whatever its skirt looks like farther down', () => {
  const one = wearer()
  const paint = (level: number, [top, bottom]: readonly [number, number]): void => {
    one.picture.data.fill(level, 4 * top * SIZE.width, 4 * bottom * SIZE.width)
  }
  // Regions part it at row 150, which is 100 below the shoulders; from row 190 on it is sheer.
  paint(200, [190, 380])
  expect(isOneCloth(one)).toBe(false)
  expect(isOneClothAcross(one, 100)).toBe(true)
  paint(200, [150, 190])
  expect(isOneClothAcross(one, 100)).toBe(false)
})

test('or to where what is worn ends before the skin of the arm', () => {
  const one = wearer()
  // The hips are 90 pixels wide at the left, where bones say that the arm begins at 86.
  for (let y = 150; y < 300; y++) {
    const row = y * SIZE.width
    one.regions['lower-garment'].data.fill(255, row + 66, row + 80)
    one.regions['body-skin'].data.fill(0, row + 66, row + 80)
  }
  const { reach } = measureLowerBody(one)
  expect(reach[0](150)).toBeGreaterThan(51)
  expect(reach[0](150)).toBeLessThan(57)
})

test('below the picture hips and legs reach as far as where they show last', () => {
  const one = wearer()
  const shown = { width: SIZE.width, height: 250 }
  const cut = (mask: { data: Uint8Array }) => ({
    ...shown,
    data: mask.data.slice(0, shown.width * shown.height),
  })
  const { reach } = measureLowerBody({
    ...one,
    picture: { ...shown, data: one.picture.data.slice(0, 4 * shown.width * shown.height) },
    body: { ...one.body, mask: cut(one.body.mask) },
    regions: Object.fromEntries(
      Object.entries(one.regions).map(([name, mask]) => [name, cut(mask)]),
    ),
  } as unknown as Wearer)
  const last = reach[1](190)
  expect(last).toBeGreaterThan(30)
  for (const v of [215, 260, 330]) expect(reach[1](v)).toBeCloseTo(last, 0)
})
