import { expect, test } from 'vitest'
import { maskAt } from '../../../../engine/effects/obj-rem-vid/cut-mask.ts'
import { trackObject } from '../../../../engine/effects/obj-rem-vid/track-object.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { newFrame, planesOf } from '../../../../engine/video/video-info.ts'
import { drawSea, SEA } from '../../video/motion/draw-sea.ts'
import { drawRemoval } from './draw-removal.ts'

/** The ball is behind the pole in the sixth and the seventh. */
const FRAMES = 9

const SIZE = { width: 192, height: 144 } as const

test('what comes out behind a pole is followed while its rest still goes in', async () => {
  const scene = await drawRemoval({ path: 'crossing', camera: 'pan', ...SIZE, count: 24 })
  const frames = Array.from({ length: FRAMES }, (_, at) => {
    const frame = newFrame(scene.width, scene.height, at)
    scene.draw(frame, at)
    return frame
  })
  const mask = Float32Array.from(scene.object(2), (share) => share / 255)
  const { masks } = await trackObject(frames, 2, mask, async () => {})
  const followed = masks.map((cut, at) => {
    let [seen, found] = [0, 0]
    for (const [pixel, share] of scene.object(at).entries()) {
      if (share < 128) continue
      seen++
      const [x, y] = [pixel % scene.width, Math.floor(pixel / scene.width)]
      if (cut && maskAt(cut, x, y) > 127) found++
    }
    return seen < 40 ? 1 : found / seen
  })
  expect(Math.min(...followed)).toBeGreaterThan(0.7)
})

test('a camera over water is followed by horizon and hills', async () => {
  const random = seededRandom()
  const frames = Array.from({ length: 4 }, (_, at) => {
    const frame = newFrame(SEA.width, SEA.height, at)
    frame.planes.fill(128)
    const { y } = planesOf(frame)
    y.set(drawSea({ x: 0, y: 3 * at, turn: 0 }, random))
    for (let row = 30 + 3 * at; row < 70 + 3 * at; row++) {
      y.fill(row % 8 < 4 ? 20 : 240, row * SEA.width + 80, row * SEA.width + 100)
    }
    return frame
  })
  const mask = new Float32Array(SEA.width * SEA.height)
  for (let row = 30; row < 70; row++) mask.fill(1, row * SEA.width + 80, row * SEA.width + 100)
  const { cameras } = await trackObject(frames, 0, mask, async () => {})
  for (const camera of cameras) expect(camera![5]! * SEA.width).toBeCloseTo(3, -0.3)
})
