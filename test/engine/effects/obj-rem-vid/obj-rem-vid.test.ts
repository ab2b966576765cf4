import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planesOf } from '../../../../engine/video/video-info.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { evenly } from '../../video/draw-video.ts'
import { framesOf, videoBytes } from '../../video/video-bytes.ts'
import { warmEngine } from '../../warm-engine.ts'
import { drawRemoval, type Removal } from './draw-removal.ts'

const engine = warmEngine()
let scene: Removal
let src: Buffer
beforeAll(async () => {
  scene = await drawRemoval({ width: 160, height: 120, count: 12 })
  const { width, height, draw, count } = scene
  src = await videoBytes({ width, height, draw, pts: evenly(count, 512) })
})
afterAll(() => engine.close())

async function perform(msk: Uint8Array, index: number) {
  const request = { feature: 'obj-rem-vid', stage: 'effect' as const, files: { src, msk } }
  return await engine.perform({ ...request, params: { frame_idx: index } })
}

function plain(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

// In `npm test` one worker does in `segments.test.ts`.
test.runIf(isEveryCaseTried())('takes an object out of a video file', async () => {
  const { output, seconds } = await perform(await scene.mask(4), 4)
  expect(seconds).toBeCloseTo(scene.count / 30, 5)
  const frames = await framesOf(output!.bytes)
  expect(frames).toHaveLength(scene.count)
  for (const [at, frame] of frames.entries()) {
    const [own, truth] = [planesOf(frame).y, planesOf(scene.truth(at)).y]
    let [sum, count] = [0, 0]
    for (const [pixel, share] of scene.object(at).entries()) {
      if (share < 100) continue
      sum += Math.abs(own[pixel]! - truth[pixel]!)
      count++
    }
    // Levels; the encoder's own error among them.
    expect(sum / count).toBeLessThan(4)
  }
})

test('refuses masks that mark nothing, everything, or another picture, and frames that are not there', async () => {
  const [black, white, small] = await Promise.all([
    plain(160, 120, '#000'),
    plain(160, 120, '#fff'),
    plain(80, 60, '#fff'),
  ])
  await expect(perform(black, 0)).rejects.toMatchObject({ condition: 'parameter', role: 'msk' })
  await expect(perform(white, 0)).rejects.toMatchObject({ condition: 'parameter', role: 'msk' })
  await expect(perform(small, 0)).rejects.toMatchObject({
    condition: 'dimensions',
    role: 'msk',
    message: expect.stringContaining('80 × 60 pixels and the frame 160 × 120'),
  })
  await expect(perform(await scene.mask(4), 12)).rejects.toMatchObject({
    condition: 'parameter',
    message: 'frame_idx is 12; the video has 12 frames, counted from 0.',
  })
})

test('refuses what one worker cannot look through before others share it', async () => {
  const params = { frame_idx: 4 }
  const files = { src, msk: await scene.mask(4) }
  const request = { feature: 'obj-rem-vid', stage: 'effect' as const, files, params }
  const made = engine.perform(request, { workersFor: () => 0 })
  await expect(made).rejects.toMatchObject({
    condition: 'seconds',
    message: expect.stringContaining('A shorter or a smaller video can be made.'),
  })
})
