import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VideoRule } from '../../../catalog/files/file-rule.ts'
import { prepareVideo } from '../../../engine/prepare/prepare-video.ts'
import { libavDriver } from '../../../engine/video/libav-driver.ts'
import { type OpenedVideo, openResult, openVideo } from '../../../engine/video/open-video.ts'
import { probeVideo } from '../../../engine/video/probe-video.ts'
import type { Workplace } from '../../../engine/video/read-frames.ts'
import { type Frame, planesOf } from '../../../engine/video/video-info.ts'
import { isEveryCaseTried, sampled } from '../../setup/sampled.ts'
import { drivers } from './both-drivers.ts'
import { type CodingOrder, codeVideo } from './code-video.ts'
import { drawSound, drawVideo, evenly } from './draw-video.ts'

const RULE: VideoRule = {
  containers: ['mp4', 'mov'],
  maxBytes: 10_000_000,
  maxSeconds: 60,
  longer: 'refused',
  maxLongSide: 4096,
}

let drawn: Workplace
let picture: string
let sound: string

/** A bright bar on grey that moves by five pixels a frame, so that an interlaced frame has combs of as many. */
function drawBar(frame: Frame, at: number): void {
  const { y, u, v } = planesOf(frame)
  y.fill(60)
  u.fill(128)
  v.fill(128)
  for (let row = 8; row < frame.height - 8; row++) {
    y.fill(220, row * frame.width + 10 + 5 * at, row * frame.width + 40 + 5 * at)
  }
}

/** How much every other line differs from its neighbours, which agree with each other, as a mean of luma. */
function combs({ width, height, planes }: Frame): number {
  let sum = 0
  for (let row = 1; row < height - 1; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const [over, own, under] = [planes[at - width]!, planes[at]!, planes[at + width]!]
      sum += Math.max(0, Math.abs(own - (over + under) / 2) - Math.abs(over - under))
    }
  }
  return sum / (width * height)
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'camera-kinds-'))
  drawn = { driver: libavDriver(), folder }
  // Fifty frames a second: two of them make an interlaced one.
  const fifty = { width: 192, timescale: 12_800, pts: evenly(24, 256), draw: drawBar }
  picture = await drawVideo('fifty.mp4', fifty, drawn)
  sound = await drawSound('tone.mov', folder, 48_000)
})
afterAll(() => rm(drawn.folder, { recursive: true, force: true }))

const H264: CodingOrder['video'] = { codec: 'libx264', pixelFormat: 0 }

/** Names, containers and codings of sounds: 1, 6 and 8 are libav's s16, s16p and fltp. */
const SOUNDS = [
  ['pcm_s16be', 'mov', { codec: 'pcm_s16be', format: 's16', number: 1, rate: 48_000 }],
  ['pcm_mulaw', 'mov', { codec: 'pcm_mulaw', format: 's16', number: 1, rate: 8000 }],
  ['opus', 'mp4', { codec: 'libopus', format: 's16', number: 1, rate: 48_000 }],
  ['ac3', 'mp4', { codec: 'ac3', format: 'fltp', number: 8, rate: 48_000 }],
  ['alac', 'mov', { codec: 'alac', format: 's16p', number: 6, rate: 48_000 }],
] as const

describe.each(drivers)('%s', (_, driver) => {
  if (!driver) return test.skip('is not here', () => {})
  let work: Workplace
  beforeAll(() => {
    work = { driver, folder: drawn.folder }
  })

  async function prepared(source: string) {
    const into = join(work.folder, 'prepared.mp4')
    return { into, video: await prepareVideo({ source, rule: RULE, into }, work) }
  }

  // In `npm test` the first of them is heard beside an interlaced video, below.
  test.runIf(isEveryCaseTried()).each(SOUNDS)(
    '%s beside a video becomes AAC, in results and in what is sent',
    async (name, container, audio) => {
      const into = join(work.folder, `${name}.${container}`)
      const path = codeVideo({ picture, sound, into, container, video: H264, audio })
      const video = await openVideo(path, RULE, work)
      expect(video.info.audioCodec).toBe(name)
      const result = join(work.folder, 'result.mp4')
      const writer = video.write(result)
      for await (const frame of video.frames()) await writer.write(frame)
      await writer.finish()
      expect((await probeVideo(result, driver)).audioCodec).toBe('aac')
      const { into: sent, video: preparation } = await prepared(path)
      expect(preparation?.source).toMatchObject({ codec: 'h264', audio: name })
      expect((await probeVideo(sent, driver)).audioCodec).toBe('aac')
    },
  )

  test('motion JPEG in MOV is a video', async () => {
    const into = join(work.folder, 'motion-jpeg.mov')
    const video = { codec: 'mjpeg', pixelFormat: 12, filters: 'format=yuvj420p' }
    const path = codeVideo({ picture, into, container: 'mov', video })
    await expect(openVideo(path, RULE, work)).rejects.toThrow('The video is coded in mjpeg')
    const { into: sent, video: preparation } = await prepared(path)
    expect(preparation).toMatchObject({ source: { codec: 'mjpeg', frames: 24 } })
    const opened = await openVideo(sent, RULE, work)
    for await (const frame of opened.frames()) {
      const { y } = planesOf(frame)
      // Full range became limited, with the levels that were drawn.
      expect(Math.abs(y[2]! - 60)).toBeLessThan(6)
      break
    }
  })

  const INTERLACED = [
    ['h264', { ...H264, options: { flags: '+ildct+ilme', crf: '10' } }],
    ['mpeg4', { codec: 'mpeg4', pixelFormat: 0, options: { flags: '+ildct+ilme', b: '4000000' } }],
  ] as const
  describe.each(sampled(1, INTERLACED))('interlaced %s with sound', (codec, coding) => {
    const path = () => join(work.folder, `interlaced-${codec}.mov`)
    const result = () => join(work.folder, 'deinterlaced.mp4')
    const all: Frame[] = []
    let video: OpenedVideo
    beforeAll(async () => {
      const [, , audio] = SOUNDS[0]
      const order = { ...coding, filters: 'interlace=lowpass=off' }
      codeVideo({ picture, sound, into: path(), container: 'mov', video: order, audio })
      video = await openVideo(path(), RULE, work)
      const writer = video.write(result())
      for await (const frame of video.frames()) {
        all.push(frame)
        await writer.write(frame)
      }
      await writer.finish()
    })

    test('loses its combs and keeps its frames and their times', async () => {
      expect(video.info).toMatchObject({ codec, interlaced: true, audioCodec: SOUNDS[0][0] })
      expect(all.map(({ pts }) => pts)).toEqual(evenly(12, 512))
      const raw = { ...video.info }
      delete raw.interlaced
      let combed = 0
      for await (const frame of openResult(raw, work, {}).frames()) {
        combed = Math.max(combed, combs(frame))
      }
      expect(combed).toBeGreaterThan(4)
      expect(Math.max(...all.map(combs))).toBeLessThan(combed / 4)
      expect((await probeVideo(result(), driver)).audioCodec).toBe('aac')
    })

    test('gives the same frame from the middle', async () => {
      for await (const frame of video.frames(video, { from: 5, to: 8 })) {
        expect(frame.planes).toEqual(all.find(({ pts }) => pts === frame.pts)!.planes)
      }
    })

    test('is sent progressive with AAC, and its receipt says so', async () => {
      const { into, video: preparation } = await prepared(path())
      expect(preparation?.source).toMatchObject({ codec, interlaced: true, audio: SOUNDS[0][0] })
      const sent = await probeVideo(into, driver)
      expect(sent.interlaced).toBeUndefined()
      expect(sent.audioCodec).toBe('aac')
    })
  })

  test('a progressive video is left alone', async () => {
    expect((await probeVideo(picture, driver)).interlaced).toBeUndefined()
  })
})
