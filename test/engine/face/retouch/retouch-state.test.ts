import { expect, test } from 'vitest'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import { cropRowsAround } from '../../../../engine/face/retouch/retouch-state.ts'

const [WIDTH, HEIGHT] = [150, 200]

function plane(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    value(i % WIDTH, Math.floor(i / WIDTH)),
  )
}

function tone() {
  return { l: plane((x) => x), a: plane((_, y) => y), b: plane((x, y) => x - y) }
}

const CANVAS: FaceRegion = {
  width: WIDTH,
  height: HEIGHT,
  area: { left: 10, top: 20, width: 3 * WIDTH, height: 3 * HEIGHT },
  scale: 3,
  faceWidth: 100,
  points: [{ x: 70, y: 90 }],
  up: { x: 0, y: -1 },
  lab: tone(),
}

const { a } = CANVAS.lab
const MASKS = { bare: a, skin: a, clear: a, typical: { l: 50, a: 0, b: 0 } }

function around(places: { x: number; y: number }[], room: number, own = tone()) {
  return cropRowsAround({ region: CANVAS, masks: MASKS, lab: own }, places, room)
}

test('rows are a face of their own, where they lie in the picture, on the grid of the whole', () => {
  const places = [
    { x: 60, y: 80 },
    { x: 90, y: 100 },
  ]
  const { region, masks, lab: own } = around(places, 0.2)!
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

test('they end with the canvas, and where the canvas has nothing of them there are none', () => {
  const { region } = around([{ x: 140, y: 190 }], 0.5)!
  expect(region.height).toBe(HEIGHT - 128)
  expect(region.area).toMatchObject({ top: 20 + 3 * 128, height: 3 * (HEIGHT - 128) })
  expect(around([{ x: 70, y: -80 }], 0.5)).toBeUndefined()
})

test('what is done to them is done to the face, and to nothing else of it', () => {
  const changed = tone()
  const { region, lab: own } = around([{ x: 75, y: 90 }], 0.2, changed)!
  own.a.fill(-7)
  const top = (region.area.top - CANVAS.area.top) / CANVAS.scale
  const before = tone()
  const wrong = changed.a.findIndex((value, i) => {
    const y = Math.floor(i / WIDTH) - top
    return value !== (y >= 0 && y < region.height ? -7 : before.a[i])
  })
  expect(wrong).toBe(-1)
  expect([changed.l, changed.b]).toEqual([before.l, before.b])
})
