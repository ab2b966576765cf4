import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Frame, planesOf } from '../../../../engine/video/video-info.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { evenly } from '../../video/draw-video.ts'
import { drawWalk } from '../../video/draw-walk.ts'
import { performShared } from '../../video/perform-shared.ts'
import { framesOf, videoBytes } from '../../video/video-bytes.ts'
import { warmEngine } from '../../warm-engine.ts'

/** Frames of the walk, 15 a second, and the one that begins the second segment where two workers share it. */
const COUNT = 40
const SEAM = COUNT / 2

const engine = warmEngine()
let src: Buffer
let ref: Buffer
beforeAll(async () => {
  if (!isEveryCaseTried()) return
  const { width, height, draw } = await drawWalk(240, 180, COUNT)
  src = await videoBytes({ width, height, draw, pts: evenly(COUNT, 1024) })
  const violet = { width: 240, height: 180, channels: 3 as const, background: '#8040a0' }
  ref = await sharp({ create: violet }).png().toBuffer()
})
afterAll(() => engine.close())

const request = { feature: 'bg-replace-vid', stage: 'effect' as const, params: {} }

// In `npm test` two workers share a removal, `obj-rem-vid/segments.test.ts`.
test.runIf(isEveryCaseTried())(
  'two workers make what one makes, and nothing jumps where their segments meet',
  async () => {
    const files = { src, ref }
    const alone = await engine.perform({ ...request, files })
    const { bytes, seconds, asked, told } = await performShared(engine, { ...request, files }, 2)
    expect(asked).toEqual([{ frames: COUNT, width: 240, height: 180 }])
    expect(seconds).toBeCloseTo(COUNT / 15)
    expect(told.map((progress) => progress.at(-1))).toEqual([
      `${SEAM} of ${SEAM}`,
      `${SEAM} of ${SEAM}`,
    ])
    const [one, two] = [await framesOf(alone.output!.bytes), await framesOf(bytes)]
    expect(two.map(({ pts }) => pts)).toEqual(one.map(({ pts }) => pts))
    const apart = one.map((frame, at) => difference(frame, two[at]!))
    // Levels of 255. The second segment begins with a key frame of its own and knows less of what was before it.
    expect(Math.max(...apart)).toBeLessThan(1)
    const step = (frames: readonly Frame[]): number => difference(frames[SEAM - 1]!, frames[SEAM]!)
    expect(step(two)).toBeLessThan(step(one) + 0.5)
  },
)

function difference(one: Frame, other: Frame): number {
  const [a, b] = [planesOf(one).y, planesOf(other).y]
  return a.reduce((sum, level, at) => sum + Math.abs(level - b[at]!), 0) / a.length
}
