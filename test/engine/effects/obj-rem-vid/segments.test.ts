import { afterAll, expect, test } from 'vitest'
import { type Frame, planesOf } from '../../../../engine/video/video-info.ts'
import { fewOrAll, isEveryCaseTried } from '../../../setup/sampled.ts'
import { evenly } from '../../video/draw-video.ts'
import { performShared } from '../../video/perform-shared.ts'
import { framesOf, videoBytes } from '../../video/video-bytes.ts'
import { warmEngine } from '../../warm-engine.ts'
import { drawRemoval } from './draw-removal.ts'

const WORKERS = fewOrAll(2, 3)
const COUNT = 6 * WORKERS

/** The frames that begin a segment where the workers share the video. */
const SEAMS = [6, 12].slice(0, WORKERS - 1)

const engine = warmEngine()
afterAll(() => engine.close())

test('several workers remove what one removes, and nothing jumps where their segments meet', async () => {
  const size = isEveryCaseTried() ? { width: 160, height: 120 } : { width: 128, height: 96 }
  const scene = await drawRemoval({ ...size, count: COUNT, camera: 'pan', grain: 5 })
  const pts = evenly(COUNT, 512)
  const files = {
    src: await videoBytes({ ...size, pts, draw: scene.draw }),
    msk: await scene.mask(8),
  }
  const request = {
    feature: 'obj-rem-vid',
    stage: 'effect' as const,
    params: { frame_idx: 8 },
    files,
  }
  const { bytes, asked, told } = await performShared(engine, request, WORKERS)
  const two = await framesOf(bytes)
  expect(two.map(({ pts: at }) => at)).toEqual(pts)
  expect(told.map((progress) => progress.at(-1))).toEqual(
    Array.from({ length: WORKERS }, () => '6 of 6'),
  )
  const drawn = Array.from({ length: COUNT }, (_, at) => scene.object(at).filter(Boolean).length)
  const area = drawn.reduce((sum, pixels) => sum + pixels, 0)
  const { filled = 0, gathered = 0, ...extent } = asked.at(-1)!
  expect(extent).toEqual({ frames: COUNT, ...size })
  // What is filled is the object and what it tinges around it.
  expect(filled / area).toBeGreaterThan(1)
  expect(filled / area).toBeLessThan(2.2)
  expect(gathered).toBeGreaterThan(area / COUNT)

  // Levels of 255, where the object was. The truth has the grain of the drawing, which the encoder smooths.
  const within = (frame: Frame, other: Frame, at: number) =>
    difference(frame, other, scene.object(at))
  const step = (frames: readonly Frame[], at: number) => within(frames[at - 1]!, frames[at]!, at)
  expect(Math.max(...two.map((frame, at) => within(frame, scene.truth(at), at)))).toBeLessThan(4.5)
  const others = [...pts.keys()].filter((at) => at > 0 && !SEAMS.includes(at))
  const most = Math.max(...others.map((at) => step(two, at)))
  for (const seam of SEAMS) expect(step(two, seam)).toBeLessThan(most)

  // Grain is the same in both, its strength nearly.
  const one = await framesOf((await engine.perform(request)).output!.bytes)
  expect(Math.max(...one.map((frame, at) => within(frame, two[at]!, at)))).toBeLessThan(1.5)
  for (const seam of SEAMS) expect(step(two, seam)).toBeLessThan(step(one, seam) + 0.5)
})

/** The mean difference of luma where a mask is white. */
function difference(one: Frame, other: Frame, mask: Uint8Array): number {
  const [a, b] = [planesOf(one).y, planesOf(other).y]
  let [sum, count] = [0, 0]
  for (const [at, share] of mask.entries()) {
    if (share < 128) continue
    sum += Math.abs(a[at]! - b[at]!)
    count++
  }
  return sum / count
}
