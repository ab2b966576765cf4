import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Frame, planesOf } from '../../../../engine/video/video-info.ts'
import { fewOrAll, isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { evenly } from '../../video/draw-video.ts'
import { drawWalk, toRgb, type Walk } from '../../video/draw-walk.ts'
import { framesOf, videoBytes } from '../../video/video-bytes.ts'
import { warmEngine } from '../../warm-engine.ts'

const engine = warmEngine()
let walk: Walk
let source: Buffer
let background: Buffer
beforeAll(async () => {
  walk = await drawWalk(320, 240, fewOrAll(8, 24))
  const { width, height, draw } = walk
  source = await videoBytes({ width, height, draw, pts: evenly(walk.count, 512) })
  background = await halves()
})
afterAll(() => engine.close())

/** Magenta on the left and cyan on the right, twice as wide as high, with green at the left edge. */
async function halves(): Promise<Buffer> {
  const parts = await Promise.all([
    plain({ width: 80, background: '#30b040' }),
    plain({ width: 320, background: '#c030b0' }),
    plain({ width: 400, background: '#20b0c0' }),
  ])
  return await sharp(parts, { join: { across: 3 } })
    .png()
    .toBuffer()
}

function plain(made: { width: number; background: string }): Promise<Buffer> {
  return sharp({ create: { ...made, height: 400, channels: 3 } })
    .png()
    .toBuffer()
}

async function replace(
  params = {},
  files: { src: Uint8Array; ref: Uint8Array } | undefined = undefined,
) {
  const request = { feature: 'bg-replace-vid', stage: 'effect' as const, params }
  return await engine.perform({ ...request, files: files ?? { src: source, ref: background } })
}

test('keeps her, replaces what is behind, and does not flicker', async () => {
  const { output, seconds } = await replace()
  expect(seconds).toBeCloseTo(walk.count / 30, 5)
  const frames = await framesOf(output!.bytes)
  const before = await framesOf(source)
  expect(frames).toHaveLength(walk.count)
  let [wrong, all] = [0, 0]
  const changes: number[] = []
  for (const [at, frame] of frames.entries()) {
    const truth = walk.truth(at)
    for (let pixel = 0; pixel < truth.length; pixel++) {
      const isHers = truth[pixel]! > 250
      if (!isHers && truth[pixel]! > 5) continue
      all++
      const kept = Math.abs(planesOf(frame).y[pixel]! - planesOf(before[at]!).y[pixel]!) < 30
      // Her own luma may be near that of the new background; then nothing can be told.
      const could = Math.abs(planesOf(before[at]!).y[pixel]! - newLuma(pixel)) > 45
      if (could && kept !== isHers) wrong++
    }
    if (at > 0) changes.push(stillChange(frames[at - 1]!, frame, walk.truth(at - 1), truth))
  }
  expect(wrong / all).toBeLessThan(0.03)
  // Levels of 255 by which pixels far from her change from frame to frame.
  expect(mean(changes)).toBeLessThan(1)
})

test.runIf(isEveryCaseTried())(
  'fits the picture by cutting it off or by drawing it out',
  async () => {
    const short = { src: await shortWalk(), ref: background }
    // Cut off, the green edge is gone; drawn out, it is there.
    for (const [mode, isGreen] of sampled(1, [
      ['crop', false],
      ['stretch', true],
    ] as const)) {
      const [frame] = await framesOf(
        (await replace({ background_mode: mode }, short)).output!.bytes,
      )
      const rgb = toRgb(frame!)
      const [red, green] = [rgb[(4 * walk.width + 6) * 3]!, rgb[(4 * walk.width + 6) * 3 + 1]!]
      expect(green > red).toBe(isGreen)
      expect(rgb[(5 * walk.width - 4) * 3]!).toBeLessThan(90)
    }
  },
)

test('refuses a video with nobody in it, and what is no background', async () => {
  const empty = await videoBytes({ width: 160, height: 120, pts: evenly(3, 512) })
  await expect(replace({}, { src: empty, ref: background })).rejects.toMatchObject({
    name: 'Fault',
    condition: 'target',
  })
  const noPicture = { src: source, ref: source }
  await expect(replace({}, noPicture)).rejects.toMatchObject({
    condition: 'unreadable',
    role: 'ref',
  })
  await expect(replace({}, { src: background, ref: background })).rejects.toMatchObject({
    condition: 'unreadable',
    role: 'src',
  })
})

async function shortWalk(): Promise<Buffer> {
  const { width, height, draw } = walk
  return await videoBytes({ width, height, draw, pts: evenly(3, 512) })
}

/** Luma of the new background, cut at both sides to the video's shape. */
function newLuma(pixel: number): number {
  return pixel % walk.width < walk.width / 2 ? 98 : 140
}

/** The mean change of what is not hers in either frame. */
function stillChange(one: Frame, other: Frame, first: Uint8Array, second: Uint8Array): number {
  const [a, b] = [planesOf(one).y, planesOf(other).y]
  let [sum, count] = [0, 0]
  for (let at = 0; at < a.length; at++) {
    if (first[at] || second[at]) continue
    sum += Math.abs(a[at]! - b[at]!)
    count++
  }
  return sum / count
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
