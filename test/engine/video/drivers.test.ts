import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { joinSegments } from '../../../engine/video/join/join-segments.ts'
import { openResult } from '../../../engine/video/open-video.ts'
import { probeVideo } from '../../../engine/video/probe-video.ts'
import type { Workplace } from '../../../engine/video/read-frames.ts'
import type { VideoDriver } from '../../../engine/video/video-driver.ts'
import { type Frame, planesOf } from '../../../engine/video/video-info.ts'
import { fewOrAll, isEveryCaseTried, sampled } from '../../setup/sampled.ts'
import { drivers, ffmpeg } from './both-drivers.ts'
import { type DrawnVideo, drawSound, drawSquare, drawVideo, evenly } from './draw-video.ts'
import { withEdits, withTurn, withTwoTracks } from './edit-boxes.ts'

describe.each(drivers)('%s', (_, driver) => {
  if (!driver) return void test.skip('is not on this machine', () => {})
  let work: Workplace
  beforeAll(async () => {
    work = { driver, folder: await mkdtemp(join(tmpdir(), 'video-test-')) }
  })
  afterAll(async () => {
    await rm(work.folder, { recursive: true, force: true })
  })
  const draw = (name: string, drawn: DrawnVideo = {}) => drawVideo(name, drawn, work)

  let long: Promise<string> | undefined
  const longVideo = (): Promise<string> => {
    long ??= draw('long.mp4', { pts: evenly(300, 512).map((time) => time + 1024) })
    return long
  }

  /** Takes a video through decoder and encoder and gives its frames and what the result holds. */
  async function pass(path: string, limits: Parameters<typeof openResult>[2] = {}) {
    const video = openResult(await probeVideo(path, driver!), work, limits)
    const to = join(work.folder, `result-${Math.random().toString(36).slice(2)}.mp4`)
    const writer = video.write(to)
    const frames: Frame[] = []
    for await (const frame of video.frames()) {
      frames.push(frame)
      await writer.write(frame)
    }
    await writer.finish()
    return { video, frames, result: await probeVideo(to, driver!), bytes: await readFile(to) }
  }

  /** The frames of a video as a task is given them. */
  async function decoded(path: string): Promise<Frame[]> {
    const frames: Frame[] = []
    for await (const frame of openResult(await probeVideo(path, driver!), work, {}).frames()) {
      frames.push(frame)
    }
    return frames
  }

  // In `npm test` joined segments and the whole beside them do, below.
  test.runIf(isEveryCaseTried())(
    'keeps frame times, even or not, tags and pixel aspect',
    async () => {
      const pts = [0, 3003, 6006, 9500, 15_015, 18_018, 45_045, 48_048, 51_051]
      const tags = { matrix: 'smpte170m', primaries: 'smpte170m', transfer: 'bt709' }
      const path = await draw('uneven.mp4', {
        pts,
        timescale: 90_000,
        colours: tags,
        pixelAspect: '4:3',
      })
      const { result, frames, bytes } = await pass(path)
      expect([...result.pts]).toEqual(pts)
      expect(frames.map((frame) => frame.pts)).toEqual(pts)
      expect(result).toMatchObject({ width: 96, height: 64, colours: tags, pixelAspect: '4:3' })
      expect(result.codec).toBe('h264')
      // The index stands before the frames, so that a browser can begin at once.
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    },
  )

  // In `npm test` joined segments show what was drawn, below.
  test.runIf(isEveryCaseTried())('gives the pictures that were drawn', async () => {
    const { frames } = await pass(await draw('square.mp4'))
    expect(frames).toHaveLength(12)
    for (const [at, frame] of frames.entries()) {
      const truth = { ...frame, planes: new Uint8Array(frame.planes.length) }
      drawSquare(truth, at)
      expect(psnr(truth.planes, frame.planes)).toBeGreaterThan(36)
    }
  })

  test.runIf(isEveryCaseTried())(
    'gives and takes them through pipes where processes are given no sockets',
    async () => {
      const path = await draw('pipes.mp4')
      const { frames, result } = await pass(path)
      const { platform } = process
      Object.defineProperty(process, 'platform', { value: 'win32' })
      onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
      const same = await pass(path)
      expect(same.frames).toHaveLength(12)
      for (const [at, { pts, planes }] of same.frames.entries()) {
        expect(pts).toBe(frames[at]!.pts)
        expect(Buffer.compare(planes, frames[at]!.planes)).toBe(0)
      }
      expect(same.result.pts).toEqual(result.pts)
    },
  )

  // `prepare-video.test.ts` has the sample of what loses frames.
  test.runIf(isEveryCaseTried())('caps the rate at 30 and the length', async () => {
    const fast = await pass(await draw('60.mp4', { pts: evenly(24, 256) }))
    expect([...fast.result.pts]).toEqual(evenly(12, 512))
    const fifty = await pass(await draw('50.mp4', { pts: evenly(50, 20), timescale: 1000 }))
    expect(fifty.result.pts).toHaveLength(30)
    const short = await pass(await draw('cut.mp4', { pts: evenly(12, 512) }), { maxSeconds: 0.2 })
    expect(short.result.pts).toHaveLength(6)
  })

  // In `npm test` `prepare-video.test.ts` makes one upright.
  test.runIf(isEveryCaseTried())('turns what is to be shown on its side', async () => {
    const bytes = withTurn(await readFile(await draw('upright.mp4')), 64)
    const path = join(work.folder, 'turned.mp4')
    await writeFile(path, bytes)
    const { frames, result } = await pass(path)
    expect(result).toMatchObject({ width: 64, height: 96, rotation: 0 })
    // The bright square is at the upper left, and comes to the upper right.
    const { y } = planesOf(frames[0]!)
    expect(y[12 * 64 + 48]).toBeGreaterThan(190)
    expect(y[12 * 64 + 10]).toBeLessThan(150)
  })

  // In `npm test` joined segments have the packets of the whole, below.
  test.runIf(isEveryCaseTried())(
    'takes audio over, and encodes what mp4 has no place for',
    async () => {
      const sound = await drawSound('tone.mov', work.folder)
      const audio = { path: sound, stream: 0, copied: false }
      const path = await draw('heard.mp4', { pts: evenly(30, 512), audio })
      const packets = async (file: string) => (await audioPackets(driver!, file)).slice(0, 40)
      expect(await probeVideo(path, driver!)).toMatchObject({ audioCodec: 'aac' })
      const { result } = await pass(path)
      expect(result.audioCodec).toBe('aac')
      const taken = await packets(result.path)
      expect(taken.length).toBeGreaterThan(35)
      expect(taken).toEqual(await packets(path))
    },
  )

  test('gives a range of frames as they are in the whole, whatever key frames there are', async () => {
    const path = await longVideo()
    const video = openResult(await probeVideo(path, driver!), work, {})
    const whole: Frame[] = []
    for await (const frame of video.frames()) whole.push(frame)
    for (const [from, to] of sampled(1, [
      [249, 254],
      [0, 3],
      [290, 300],
    ] as const)) {
      const part: Frame[] = []
      for await (const frame of video.frames(video, { from, to })) part.push(frame)
      expect(part.map(({ pts }) => pts)).toEqual([...video.times.subarray(from, to)])
      for (const [nth, frame] of part.entries()) expect(frame).toEqual(whole[from + nth])
    }
  })

  const COUNT = fewOrAll(16, 40)
  const TAGS = { matrix: 'smpte170m', primaries: 'smpte170m', transfer: 'bt709' }
  const TIMES = [
    [
      'late and uneven',
      90_000,
      evenly(COUNT, 3003).map((time, at) => time + 9000 + ((at * at) % 7)),
    ],
    ['even', 15_360, evenly(COUNT, 512)],
    ['now and then', 600, evenly(COUNT, 20).map((time, at) => time + (at > 25 ? 900 : 0))],
  ] as const
  test.each(sampled(1, TIMES))(
    'joins segments without coding them again: %s',
    async (name, timescale, pts) => {
      const sound = await drawSound(`${name}.mov`, work.folder)
      const audio = { path: sound, stream: 0, copied: false }
      const drawn = { pts, timescale, audio, colours: TAGS, pixelAspect: '4:3' }
      const video = openResult(
        await probeVideo(await draw(`${name}.mp4`, drawn), driver!),
        work,
        {},
      )
      async function* segments(): AsyncGenerator<Buffer> {
        const ends = isEveryCaseTried() ? [0, 13, 14, 29, COUNT] : [0, 1, COUNT]
        for (const [nth, from] of ends.slice(0, -1).entries()) {
          const to = join(work.folder, `${name}-${nth}.mp4`)
          const writer = video.writeSegment(to)
          for await (const frame of video.frames(video, { from, to: ends[nth + 1]! })) {
            await writer.write(frame)
          }
          await writer.finish()
          yield await readFile(to)
        }
      }
      const to = join(work.folder, `${name}-joined.mp4`)
      await joinSegments(segments(), video, to, work)
      const { result: whole, bytes: inOne } = await pass(video.info.path)
      expect([...whole.pts]).toEqual(pts)
      expect(whole).toMatchObject({ width: 96, height: 64, colours: TAGS, pixelAspect: '4:3' })
      expect(whole.codec).toBe('h264')
      const joined = await probeVideo(to, driver!)
      // How long the last frame is shown is an encoder's guess where intervals vary.
      const { seconds } = whole
      expect({ ...joined, path: '', seconds }).toEqual({ ...whole, path: '' })
      expect(joined.seconds).toBeCloseTo(seconds, 4)
      expect([...joined.pts]).toEqual(pts)
      expect(await audioPackets(driver!, to)).toEqual(await audioPackets(driver!, whole.path))
      // The index stands before the frames, so that a browser can begin at once.
      for (const bytes of [inOne, await readFile(to)]) {
        expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
      }
      const frames = openResult(joined, work, {}).frames()
      let at = 0
      for await (const frame of frames) {
        const truth = { ...frame, planes: new Uint8Array(frame.planes.length) }
        drawSquare(truth, at++)
        expect(psnr(truth.planes, frame.planes)).toBeGreaterThan(34)
      }
      expect(at).toBe(COUNT)
    },
  )

  test('maps high dynamic range to BT.709', async () => {
    for (const transfer of sampled(1, ['smpte2084', 'arib-std-b67'])) {
      const grey = (frame: Frame): void => {
        // Coded 0.58 in PQ and 0.75 in HLG: the white of paper, 203 cd/m².
        planesOf(frame).y.fill(16 + 219 * (transfer === 'smpte2084' ? 0.58 : 0.75))
        planesOf(frame).u.fill(128)
        planesOf(frame).v.fill(128)
      }
      const colours = { matrix: 'bt2020nc', primaries: 'bt2020', transfer }
      const { frames, result } = await pass(await draw(`${transfer}.mp4`, { draw: grey, colours }))
      expect(result.colours).toEqual({ matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' })
      const { y, u, v } = planesOf(frames[3]!)
      // Bright, and not clipped: four fifths to nine tenths of the range.
      expect(y[2000]! - 16).toBeGreaterThan(0.8 * 219)
      expect(y[2000]! - 16).toBeLessThan(0.93 * 219)
      for (const plane of [u, v]) expect(Math.abs(plane[500]! - 128)).toBeLessThan(3)
    }
  })

  test.skipIf(!ffmpeg)('maps ten bits as ten bits (drawn by an ffmpeg)', async () => {
    const { program } = ffmpeg!.probe('')
    // A ramp of luma over the whole range, less than a level of 8 bits from pixel to pixel.
    const ramp = "color=s=256x64:r=30,format=yuv420p10le,geq=lum='64+X*3.4':cb=512:cr=512"
    for (const transfer of ['smpte2084', 'arib-std-b67']) {
      const path = join(work.folder, `ramp-${transfer}.mov`)
      const tags = ['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020', '-color_trc', transfer]
      const coding = [
        '-c:v',
        'libx265',
        '-crf',
        '4',
        '-tag:v',
        'hvc1',
        '-x265-params',
        'log-level=0',
      ]
      const args = ['-v', 'error', '-y', '-f', 'lavfi', '-i', ramp, '-frames:v', '4']
      execFileSync(program.replace(/probe$/, 'mpeg'), [...args, ...coding, ...tags, path])
      const { video, frames } = await pass(path)
      expect(video.info).toMatchObject({ codec: 'hevc', isPlain: false })
      const row = [...planesOf(frames[2]!).y.subarray(32 * 256, 33 * 256)]
      expect(row[2]).toBeLessThan(24)
      expect(row[250]).toBeGreaterThan(200)
      const steps = row.slice(1).map((luma, at) => luma - row[at]!)
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(-1)
      expect(Math.max(...steps)).toBeLessThanOrEqual(5)
    }
  })

  test('takes the first of several streams, and a few edits', async () => {
    const bytes = await readFile(await draw('streams.mp4', { pts: evenly(30, 512) }))
    const path = join(work.folder, 'edited.mp4')
    const shown = async (edited: Buffer) => {
      await writeFile(path, edited)
      return await decoded(path)
    }
    expect(await shown(withTwoTracks(bytes))).toHaveLength(30)
    const frames = await shown(
      withEdits(bytes, [
        [0.5, 1024],
        [0.5, 1024],
      ]),
    )
    expect(frames.map(({ pts }) => pts)).toEqual(evenly(30, 512))
    expect(frames[20]!.planes).toEqual(frames[5]!.planes)
  })

  test.skipIf(!ffmpeg)('takes odd sizes and leaves alpha out (drawn by an ffmpeg)', async () => {
    const from = await draw('even.mp4')
    const drawn = (name: string, ...coding: string[]): string => {
      const path = join(work.folder, name)
      const { program } = ffmpeg!.probe('')
      const filters = 'crop=95:63:0:0:exact=1'
      const args = ['-v', 'error', '-y', '-i', from, '-vf', `format=yuv444p,${filters}`, ...coding]
      execFileSync(program.replace(/probe$/, 'mpeg'), [...args, path])
      return path
    }
    for (const path of [
      drawn('odd.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv444p'),
      drawn('alpha.mov', '-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le'),
    ]) {
      const { frames, result } = await pass(path)
      expect(result).toMatchObject({ width: 94, height: 62 })
      expect(frames).toHaveLength(12)
      const { y } = planesOf(frames[3]!)
      expect(y[12 * 94 + 18]).toBeGreaterThan(190)
      expect(y[40 * 94 + 18]).toBeLessThan(150)
    }
  })

  test('ends with its task', async () => {
    const path = await longVideo()
    const abort = new AbortController()
    const stopping = { ...work, signal: abort.signal }
    const video = openResult(await probeVideo(path, driver), stopping, {})
    const writer = video.write(join(work.folder, 'stopped.mp4'))
    const frames = video.frames()
    await writer.write((await frames.next()).value)
    abort.abort()
    await expect(drainAll(frames)).rejects.toMatchObject({ condition: 'runtime' })
    await expect(writer.finish()).rejects.toMatchObject({ condition: 'runtime' })
  })
})

async function drainAll(frames: AsyncGenerator<Frame>): Promise<void> {
  for await (const _ of frames);
}

async function audioPackets(driver: VideoDriver, path: string): Promise<object[]> {
  const { program, args } = driver.probe(path)
  const { packets, streams } = JSON.parse(execFileSync(program, args, { encoding: 'utf8' }))
  const at = streams.findIndex((stream: { codec_type: string }) => stream.codec_type === 'audio')
  return packets
    .filter((packet: { stream_index: number; flags: string }) => packet.stream_index === at)
    .map(({ pts, duration }: { pts: number; duration: number }) => ({ pts, duration }))
}

function psnr(one: Uint8Array, other: Uint8Array): number {
  let sum = 0
  for (const [at, value] of one.entries()) sum += (value - other[at]!) ** 2
  return 10 * Math.log10(255 ** 2 / (sum / one.length))
}
