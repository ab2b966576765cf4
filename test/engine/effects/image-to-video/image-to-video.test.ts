import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Generation } from '../../../../catalog/generator/generation.ts'
import type { AnimateCall, Generator } from '../../../../engine/generate/generator.ts'
import { planesOf } from '../../../../engine/video/video-info.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { evenly } from '../../video/draw-video.ts'
import { framesOf, infoOf, videoBytes } from '../../video/video-bytes.ts'
import { warmEngine } from '../../warm-engine.ts'

const engine = warmEngine()
let woman: Buffer
beforeAll(async () => {
  const { png } = await onePerson('ines', 450)
  woman = await sharp(png).resize({ width: 301, height: 301, fit: 'cover' }).png().toBuffer()
})
afterAll(() => engine.close())

async function animate(src: Uint8Array, params: object) {
  const request = { feature: 'image-to-video', stage: 'effect' as const, files: { src } }
  return await engine.perform({ ...request, params: { dst_duration: 5, ...params } })
}

test('a picture becomes five seconds of video, and its end leads to its beginning', async () => {
  const { output, seconds, results } = await animate(woman, { template_id: 'orbit', mode: 'std' })
  expect({ seconds, results, type: output?.contentType }).toEqual({
    seconds: 5,
    results: {},
    type: 'video/mp4',
  })
  const frames = await framesOf(output!.bytes)
  expect(frames).toHaveLength(150)
  const [first, half, last] = [frames[0]!, frames[37]!, frames.at(-1)!]
  expect([first.width, first.height]).toEqual([300, 300])
  const change = (a: Uint8Array, b: Uint8Array): number =>
    a.reduce((sum, level, at) => sum + Math.abs(level - b[at]!), 0) / a.length
  const moved = change(planesOf(first).y, planesOf(half).y)
  expect(moved).toBeGreaterThan(2)
  expect(change(planesOf(first).y, planesOf(last).y)).toBeLessThan(moved / 3)
})

test('refuses what is too narrow and what is no picture', async () => {
  const narrow = await sharp(woman).resize(301, 800, { fit: 'fill' }).png().toBuffer()
  const params = { template_id: 'push_in' }
  await expect(animate(narrow, params)).rejects.toMatchObject({ condition: 'ratio' })
  await expect(animate(woman.subarray(0, 100), params)).rejects.toMatchObject({ name: 'Fault' })
})

/** A generator that takes note of what it is asked and answers with a drawn video of nine seconds. */
async function animator(
  asked: AnimateCall[],
  size = { width: 480, height: 270 },
): Promise<Generator> {
  const video = await videoBytes({ pts: evenly(9, 15_360), draw: () => {}, ...size })
  return {
    name: 'drawn',
    limits: { maxPixels: 1e6, minSide: 64, maxRatio: 2.5, multipleOf: 1, maxPrompt: 5000 },
    animate: {
      seconds: [5, 9],
      idempotent: true,
      price: ({ seconds }) => seconds,
      run: async (call) => {
        asked.push(call)
        return { content: video, model: 'drawn-1', dollars: call.seconds }
      },
    },
  }
}

test('a template that a generator makes is paid, and lasts as long as asked', async () => {
  const asked: AnimateCall[] = []
  const generations: Generation[] = []
  const drawn = warmEngine({ generator: await animator(asked) })
  const request = { feature: 'image-to-video', stage: 'effect' as const, files: { src: woman } }
  const { output, seconds } = await drawn.perform(
    { ...request, params: { template_id: 'come_alive', dst_duration: 10, mode: 'std' } },
    {
      paying: {
        task: 'a task',
        reserve: async () => {},
        settle: async (_, generation) => void (generation && generations.push(generation)),
      },
    },
  )
  expect(seconds).toBe(10)
  expect(asked).toMatchObject([{ seconds: 9, height: 540, loop: false }])
  expect(generations).toMatchObject([{ operation: 'animate', dollars: 9 }])
  // Nine frames, one a second, play in ten seconds.
  const made = await infoOf(output!.bytes)
  expect(made.pts).toHaveLength(9)
  expect(made.seconds).toBeCloseTo(10, 1)
  await drawn.close()
})

test('a video of far fewer lines than were asked for is refused', async () => {
  const drawn = warmEngine({ generator: await animator([], { width: 320, height: 180 }) })
  const made = drawn.perform(
    {
      feature: 'image-to-video',
      stage: 'effect',
      files: { src: woman },
      params: { template_id: 'come_alive', dst_duration: 10, mode: 'std' },
    },
    { paying: { task: 'a task', reserve: async () => {}, settle: async () => {} } },
  )
  await expect(made).rejects.toMatchObject({
    condition: 'runtime',
    message: expect.stringContaining('a video of 320 x 180 pixels for 540 lines'),
  })
  await drawn.close()
})

test('a template that a generator makes is refused without one', async () => {
  await expect(animate(woman, { template_id: 'come_alive' })).rejects.toMatchObject({
    condition: 'parameter',
  })
})
