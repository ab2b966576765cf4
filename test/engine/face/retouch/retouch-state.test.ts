import { expect, test } from 'vitest'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import { cropRowsAround } from '../../../../engine/face/retouch/retouch-state.ts'

const [WIDTH, HEIGHT] = [150, 200]

function plane(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    value(i % WIDTH, Math.floor(i / WIDTH)),
  )
}

function labPlanes() {
  return { l: plane((x) => x), a: plane((_, y) => y), b: plane((x, y) => x - y) }
}

const REGION: FaceRegion = {
  width: WIDTH,
  height: HEIGHT,
  area: { left: 10, top: 20, width: 3 * WIDTH, height: 3 * HEIGHT },
  scale: 3,
  faceWidth: 100,
  points: [{ x: 70, y: 90 }],
  up: { x: 0, y: -1 },
  lab: labPlanes(),
}

const { a } = REGION.lab
const MASKS = { bare: a, skin: a, clear: a, typical: { l: 50, a: 0, b: 0 } }

function around(points: { x: number; y: number }[], margin: number, own = labPlanes()) {
  return cropRowsAround({ region: REGION, masks: MASKS, lab: own }, points, margin)
}

test('cropped rows know where they lie in the picture, and begin on the grid of the region', () => {
  const points = [
    { x: 60, y: 80 },
    { x: 90, y: 100 },
  ]
  const { region, masks, lab: own } = around(points, 0.2)!
  expect([region.width, region.height]).toEqual([WIDTH, 88])
  expect(region.area).toEqual({ left: 10, top: 20 + 96, width: 3 * WIDTH, height: 3 * 88 })
  expect(region.points).toEqual([{ x: 70, y: 58 }])
  for (const [x, y] of [
    [0, 0],
    [WIDTH - 1, 87],
    [13, 40],
  ] as const) {
    const at = y * WIDTH + x
    expect(region.lab.l[at]).toBe(x)
    expect([region.lab.a, own.a, masks.bare].map((each) => each[at])).toEqual(Array(3).fill(32 + y))
  }
})

test('cropped rows end with the region, and outside of it there are none', () => {
  const { region } = around([{ x: 140, y: 190 }], 0.5)!
  expect(region.height).toBe(HEIGHT - 128)
  expect(region.area).toMatchObject({ top: 20 + 3 * 128, height: 3 * (HEIGHT - 128) })
  expect(around([{ x: 70, y: -80 }], 0.5)).toBeUndefined()
})

test('a change of cropped rows changes the face there and nowhere else', () => {
  const changed = labPlanes()
  const { region, lab: own } = around([{ x: 75, y: 90 }], 0.2, changed)!
  own.a.fill(-7)
  const top = (region.area.top - REGION.area.top) / REGION.scale
  const before = labPlanes()
  const wrong = changed.a.findIndex((value, i) => {
    const y = Math.floor(i / WIDTH) - top
    return value !== (y >= 0 && y < region.height ? -7 : before.a[i])
  })
  expect(wrong).toBe(-1)
  expect([changed.l, changed.b]).toEqual([before.l, before.b])
})
