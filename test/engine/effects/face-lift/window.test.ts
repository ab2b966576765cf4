import { expect, test } from 'vitest'
import { throughWindow, windowAround } from '../../../../engine/effects/face-lift/window.ts'
import type { Canvas } from '../../../../engine/effects/skin/canvas.ts'
import { inPlaneRoom } from '../../../../engine/raster/plane-room.ts'

const [WIDTH, HEIGHT] = [150, 200]

const plane = (value: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => value(i % WIDTH, Math.floor(i / WIDTH)))

const tone = () => ({ l: plane((x) => x), a: plane((_, y) => y), b: plane((x, y) => x - y) })

const CANVAS: Canvas = {
  width: WIDTH,
  height: HEIGHT,
  area: { left: 10, top: 20, width: 3 * WIDTH, height: 3 * HEIGHT },
  factor: 3,
  unit: 100,
  points: [{ x: 70, y: 90 }],
  up: { x: 0, y: -1 },
  tone: tone(),
}

const { l } = CANVAS.tone
const MASKS = { bare: l, region: l, plain: l, typical: { l: 50, a: 0, b: 0 } }

test('a window shows a part of the canvas, where it lies in the picture, on the grid of the whole', () => {
  inPlaneRoom(() => {
    const places = [
      { x: 60, y: 80 },
      { x: 90, y: 100 },
    ]
    const { part, canvas, masks } = windowAround(CANVAS, MASKS, places, 0.2)!
    expect(part).toEqual({ left: 32, top: 32, width: 78, height: 88 })
    expect(canvas.area).toEqual({ left: 10 + 96, top: 20 + 96, width: 3 * 78, height: 3 * 88 })
    expect(canvas.points).toEqual([{ x: 38, y: 58 }])
    for (const [x, y] of [
      [0, 0],
      [77, 87],
      [13, 40],
    ] as const) {
      const at = y * part.width + x
      expect(canvas.tone.l[at]).toBe(32 + x)
      expect(canvas.tone.a[at]).toBe(32 + y)
      expect(masks.bare[at]).toBe(32 + x)
    }
  })
})

test('it ends with the canvas, and where the canvas has nothing of it there is none', () => {
  inPlaneRoom(() => {
    const { part } = windowAround(CANVAS, MASKS, [{ x: 140, y: 5 }], 0.5)!
    expect(part).toEqual({ left: 64, top: 0, width: 86, height: 55 })
    expect(windowAround(CANVAS, MASKS, [{ x: 70, y: -80 }], 0.5)).toBeUndefined()
  })
})

test('what is done through a window changes nothing else', () => {
  inPlaneRoom(() => {
    const window = windowAround(CANVAS, MASKS, [{ x: 75, y: 90 }], 0.2)!
    const changed = tone()
    throughWindow(changed, CANVAS, window, (own) => own.a.fill(-7))
    const { left, top, width, height } = window.part
    const before = tone()
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const [x, y] = [(i % WIDTH) - left, Math.floor(i / WIDTH) - top]
      const isSeen = x >= 0 && x < width && y >= 0 && y < height
      if (changed.a[i] !== (isSeen ? -7 : before.a[i]))
        throw new Error(`Place ${x}, ${y} is wrong.`)
    }
    expect(changed.l).toEqual(before.l)
    expect(changed.b).toEqual(before.b)
  })
})
