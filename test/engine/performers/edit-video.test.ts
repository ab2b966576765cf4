import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { editVideo, writeFrames } from '../../../engine/performers/edit-video.ts'
import type { EffectTask } from '../../../engine/performers/performer.ts'
import { libavDriver } from '../../../engine/video/libav-driver.ts'
import { probeVideo } from '../../../engine/video/probe-video.ts'
import { type Frame, newFrame, planesOf } from '../../../engine/video/video-info.ts'
import type { VideoWriter } from '../../../engine/video/write-video.ts'
import { codeVideo } from '../video/code-video.ts'
import { drawVideo, evenly } from '../video/draw-video.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edit-video-'))
  const work = { driver: libavDriver(), folder }
  path = await drawVideo('source.mp4', { pts: evenly(15, 512) }, work)
})
afterAll(() => rm(folder, { recursive: true }))

test('makes a video of the frames an effect gives, and says how far it is', async () => {
  const source = await readFile(path)
  const told: unknown[] = []
  const task: Partial<EffectTask> = {
    parameters: {},
    file: () => source,
    lengthKnown: async (seconds) => void told.push(seconds),
    checkpoint: async () => {},
    framesDone: (done, total) => void told.push(`${done} of ${total}`),
    beginStep: (step) => void told.push(step),
  }
  const darken = editVideo({
    feature: 'bg-replace-vid',
    limits: { maxSeconds: 0.1 },
    open: async (_, { width }) => width,
    async *apply(width, video) {
      expect(width).toBe(96)
      for await (const frame of video.frames()) {
        planesOf(frame).y.fill(16)
        yield frame
      }
    },
  })
  const { output, seconds, results } = await darken(task as EffectTask)
  expect(told).toEqual([0.1, 'apply', '1 of 3', '2 of 3', '3 of 3', 'encode'])
  expect({ seconds, results }).toEqual({ seconds: 0.1, results: {} })
  expect(output).toMatchObject({ contentType: 'video/mp4', extension: 'mp4' })
  const made = join(folder, 'made.mp4')
  await writeFile(made, output!.bytes)
  expect([...(await probeVideo(made, libavDriver())).pts]).toEqual(evenly(3, 512))
})

test('says of an interlaced video that it was deinterlaced', async () => {
  const filters = 'interlace=lowpass=off'
  const video = { codec: 'libx264', pixelFormat: 0, filters, options: { flags: '+ildct+ilme' } }
  const into = codeVideo({ picture: path, into: join(folder, 'i.mp4'), container: 'mp4', video })
  const source = await readFile(into)
  const task: Partial<EffectTask> = {
    parameters: {},
    file: () => source,
    lengthKnown: async () => {},
    checkpoint: async () => {},
    framesDone: () => {},
    beginStep: () => {},
  }
  const copy = editVideo({
    feature: 'bg-replace-vid',
    open: async () => {},
    apply: (_, opened) => opened.frames(),
  })
  const { results } = await copy(task as EffectTask)
  expect(results).toEqual({ note: 'The video was interlaced; it was deinterlaced.' })
})

/** Makes a result of one frame, after what an effect does first. @returns what is told, in order */
async function written(frames: () => AsyncGenerator<Frame>, told: string[], passes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'edit-video-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'result.mp4'), 'made')
  const video = {
    times: { length: 1 },
    write: (): VideoWriter => {
      told.push('starts the encoder')
      return {
        write: async () => {},
        finish: async () => {},
        abandon: async () => void told.push('ends it'),
      }
    },
  }
  const task: Partial<EffectTask> = {
    checkpoint: async () => {},
    framesDone: (done, total) => void told.push(`${done} of ${total}`),
    beginStep: () => {},
  }
  return await writeFrames(frames(), video, { folder }, task as EffectTask, { passes })
}

test.each([
  [1, ['starts the encoder', 'looks at frames', '1 of 1', 'ends it']],
  [3, ['looks at frames', 'starts the encoder', '3 of 3', 'ends it']],
])(
  'with %i passes the encoder starts in time for the last one, and every pass counts',
  async (passes, expected) => {
    const told: string[] = []
    async function* frames() {
      told.push('looks at frames')
      yield newFrame(2, 2, 0)
    }
    const { output } = await written(frames, told, passes)
    expect(Buffer.from(output!.bytes).toString()).toBe('made')
    expect(told).toEqual(expected)
  },
)

test('an effect without frames makes no result, and its encoder ends', async () => {
  const told: string[] = []
  async function* none(): AsyncGenerator<Frame> {}
  await expect(written(none, told, 1)).rejects.toThrow('The effect gave no frames.')
  expect(told).toEqual(['starts the encoder', 'ends it'])
})
