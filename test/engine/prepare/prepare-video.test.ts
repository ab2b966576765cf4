import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VideoRule } from '../../../catalog/files/file-rule.ts'
import { placeFrames } from '../../../catalog/preparation/place-frames.ts'
import { prepareVideo } from '../../../engine/prepare/prepare-video.ts'
import { libavDriver } from '../../../engine/video/libav-driver.ts'
import { openVideo } from '../../../engine/video/open-video.ts'
import type { Workplace } from '../../../engine/video/read-frames.ts'
import type { VideoDriver } from '../../../engine/video/video-driver.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { drawSound, drawVideo, evenly } from '../video/draw-video.ts'
import { withTurn } from '../video/edit-boxes.ts'

const RULE: VideoRule = {
  containers: ['mp4'],
  maxBytes: 100_000,
  maxSeconds: 60,
  longer: 'refused',
  maxLongSide: 4096,
}

let work: Workplace
let source: string
let usual: string
beforeAll(async () => {
  work = { driver: libavDriver(), folder: await mkdtemp(join(tmpdir(), 'prepare-video-')) }
  // A second at 60 frames a second.
  source = await drawVideo('drawn.mp4', { pts: evenly(60, 256) }, work)
  usual = await drawVideo('usual.mp4', { pts: evenly(12, 512) }, work)
})
afterAll(() => rm(work.folder, { recursive: true, force: true }))

async function prepared(path: string, rule: Partial<VideoRule>, driver = work.driver) {
  const into = join(work.folder, 'prepared.mp4')
  const input = { source: path, rule: { ...RULE, ...rule }, into }
  return { into, video: await prepareVideo(input, { ...work, driver }) }
}

/** The shell in the place of a codec: black frames, and files of 900 bytes. */
function shellDriver(widths: number[]): VideoDriver {
  const shell = (script: string, ...args: string[]) => ({
    program: 'sh',
    args: ['-c', script, ...args],
  })
  return {
    ...libavDriver(),
    decode: ({ info, filters }) => {
      const [width = 0, height = 0] = /scale=(\d+):(\d+)/.exec(filters)!.slice(1).map(Number)
      widths.push(width)
      const frame = `echo pts:$at >&3; head -c ${1.5 * width * height} /dev/zero`
      return shell(`for at in ${info.pts.join(' ')}; do ${frame}; done`)
    },
    encode: ({ path }) => shell('cat > /dev/null; head -c 900 /dev/zero > "$0"', path),
  }
}

async function changed(name: string, from: string, to: string): Promise<string> {
  const path = join(work.folder, name)
  const text = (await readFile(source)).toString('latin1')
  expect(text).toContain(from)
  await writeFile(path, Buffer.from(text.replaceAll(from, to), 'latin1'))
  return path
}

describe('a video that the service takes', () => {
  test('is left as it is', async () => {
    expect((await prepared(usual, {})).video).toBeUndefined()
  })
  test('is made upright where it lies on its side', async () => {
    const path = join(work.folder, 'turned.mp4')
    await writeFile(path, withTurn(await readFile(usual), 64))
    const { into, video } = await prepared(path, {})
    expect(video).toMatchObject({
      source: { width: 64, height: 96, rotation: 90, frames: 12 },
      sent: { width: 64, height: 96, frames: 12 },
    })
    const opened = await openVideo(into, RULE, work)
    expect(opened.info).toMatchObject({ codedWidth: 64, codedHeight: 96, rotation: 0 })
  })
  // In `npm test` a MOV of 60 becomes an mp4 of 30, below.
  test.runIf(isEveryCaseTried())('loses what it has above 30 frames a second', async () => {
    const { video } = await prepared(source, {})
    expect(video).toMatchObject({ source: { frames: 60 }, sent: { frames: 30, seconds: 1 } })
  })
})

describe('a video that the service does not take', () => {
  test('becomes mp4 with at most 30 frames a second', async () => {
    const mov = await changed('phone.mov', 'ftypisom', 'ftypqt  ')
    const { into, video } = await prepared(mov, {})
    expect(video).toMatchObject({
      source: { codec: 'h264', width: 96, height: 64, frames: 60, rotation: 0, transfer: 'sdr' },
      sent: { width: 96, height: 64, frames: 30, seconds: 1 },
    })
    const opened = await openVideo(into, RULE, work)
    expect(opened.times).toHaveLength(30)
    expect(placeFrames({ frame_idx: 40, other: 1 }, video!)).toEqual({ frame_idx: 20, other: 1 })
  })

  test('is scaled and cut to what is allowed', async () => {
    const { into, video } = await prepared(source, { maxLongSide: 48, maxSeconds: 0.5 })
    expect(video?.sent).toMatchObject({ width: 48, height: 32, frames: 15, seconds: 0.5 })
    expect((await openVideo(into, RULE, work)).seconds).toBeCloseTo(0.5, 1)
    expect(placeFrames({ frame_idx: 40 }, video!)).toBeUndefined()
    expect(placeFrames({ frame_idx: 29 }, video!)).toEqual({ frame_idx: 14 })
  })

  test.runIf(isEveryCaseTried())('is made smaller until it has few enough bytes', async () => {
    const { size } = await stat(source)
    const { video: first } = await prepared(source, { maxBytes: size })
    const { bytes: maxBytes } = first!.sent
    const { video } = await prepared(source, { maxBytes })
    expect(video!.sent.bytes).toBeLessThan(maxBytes)
    expect(video!.sent.width).toBeLessThan(first!.sent.width)
  })
})

describe('what cannot be prepared says why:', () => {
  test('too few bytes', async () => {
    const widths: number[] = []
    await expect(prepared(usual, { maxBytes: 900 }, shellDriver(widths))).rejects.toThrow(
      /^The video has 900 bytes even at 48 × 32 pixels; fewer than 900 are allowed\.$/,
    )
    expect(widths).toEqual([96, 68, 48])
  })
  test('encrypted', async () => {
    const path = await changed('encrypted.mp4', 'avc1', 'encv')
    await expect(prepared(path, { maxLongSide: 48 })).rejects.toThrow('The video is encrypted.')
  })
  test('no video', async () => {
    const path = join(work.folder, 'text.mp4')
    await writeFile(path, 'no video at all')
    await expect(prepared(path, {})).rejects.toThrow('The file is text')
  })
  test.each([
    ['Matroska (MKV)', '\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska'],
    ['JPEG', '\xff\xd8\xff\xe0'],
    ['HTML, a web page', '<!doctype html>'],
  ])('%s by its first bytes', async (words, head) => {
    const path = join(work.folder, 'named.mp4')
    await writeFile(path, head, 'latin1')
    await expect(prepared(path, {})).rejects.toThrow(`The file is ${words}; this feature takes`)
  })
  test('sound alone', async () => {
    await expect(prepared(await drawSound('tone.mov', work.folder), {})).rejects.toThrow()
  })
})
