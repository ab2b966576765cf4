import { expect, test } from 'vitest'
import { maskAt } from '../../../../engine/effects/obj-rem-vid/cut-mask.ts'
import { trackObject } from '../../../../engine/effects/obj-rem-vid/track-object.ts'
import { newFrame } from '../../../../engine/video/video-info.ts'
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
