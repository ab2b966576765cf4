import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../catalog/features/code-of.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import type { VideoRule } from '../../../catalog/files/file-rule.ts'
import { openResult, openVideo } from '../../../engine/video/open-video.ts'
import { probeVideo } from '../../../engine/video/probe-video.ts'
import type { Workplace } from '../../../engine/video/read-frames.ts'
import type { Frame } from '../../../engine/video/video-info.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { drivers } from './both-drivers.ts'
import { codeVideo } from './code-video.ts'
import { type DrawnVideo, drawSound, drawVideo, evenly } from './draw-video.ts'
import { withEdits, withFragment, withoutFrames } from './edit-boxes.ts'
import { watchChildren } from './watch-children.ts'

/** Edits that each show the whole of a video of 30 frames. */
const EDITS = Array.from({ length: 100_000 }, () => [1, 0] as const)

/** Bytes that a process may have that looks at a bad file; that of libav is a Node.js of some 100 MB. */
const MOST_MEMORY = 200_000_000

const FEATURES = ['bg-replace-vid', 'obj-rem-vid', 'video-trans'].map((name) => findFeature(name)!)

/** How these features spell the conditions. */
const CODES = {
  empty: 'error_decode_video',
  unreadable: 'error_decode_video',
  unsupported: 'error_unsupported_video',
  dimensions: 'invalid_parameter',
  seconds: 'error_unexpected_video_duration',
} as const

/** In `npm test` one or two of each condition; `prepare-video.test.ts` has what is encrypted, and sound alone. */
function isTried([name]: readonly [string, ...unknown[]]): boolean {
  return isEveryCaseTried() || !ALIKE.includes(name)
}

const ALIKE = [
  'text',
  'a head alone',
  'its index overwritten',
  'no frames',
  'encrypted',
  'sound alone',
  'frames with alpha, as ProRes 4444 has them',
  'a compressed index',
  '4 hours',
]

const RULE: VideoRule = {
  containers: ['mov', 'mp4'],
  maxBytes: 100_000_001,
  maxSeconds: 60,
  longer: 'refused',
  maxLongSide: 4096,
}

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

  test('refuses what is no video that can be worked on, by its condition', async () => {
    const good = await readFile(await draw('good.mp4', { pts: evenly(30, 512) }))
    const cases: [string, Buffer, keyof typeof CODES][] = [
      ['nothing', Buffer.alloc(0), 'empty'],
      ['text', Buffer.from('<html>no video</html>'), 'unreadable'],
      ['a head alone', good.subarray(0, 32), 'unreadable'],
      ['cut off', good.subarray(0, Math.round(good.length * 0.6)), 'unreadable'],
      ['its index overwritten', overwrite(good, 'stbl', 200), 'unreadable'],
      ['sound alone', await readFile(await drawSound('only.mov', work.folder)), 'unreadable'],
      ['encrypted', replace(good, 'avc1', 'encv'), 'unsupported'],
      [
        '10,000 frames a second',
        await bytesOf('fast', { timescale: 10_000, pts: evenly(60, 1) }),
        'unsupported',
      ],
      ['16K', await bytesOf('wide', { width: 16_384, height: 16, pts: [0, 512] }), 'dimensions'],
      ['no frames', withoutFrames(good), 'unreadable'],
      ['frames with alpha, as ProRes 4444 has them', replace(good, 'avc1', 'ap4h'), 'unsupported'],
      ['a compressed index', replace(good, 'mvhd', 'cmov'), 'unsupported'],
      ['an edit list that repeats it', withEdits(good, EDITS), 'unsupported'],
      ['a fragment of 100 million frames', withFragment(good, 1e8), 'unsupported'],
      [
        'edits hours apart',
        withEdits(good, [
          [0.5, 0],
          [14_400, -1],
          [0.5, 0],
        ]),
        'seconds',
      ],
      [
        '4 hours',
        await bytesOf('slow', { timescale: 1000, pts: [0, 7_200_000, 14_400_000] }),
        'seconds',
      ],
    ]
    for (const [name, bytes, condition] of cases.filter(isTried)) {
      const path = join(work.folder, 'hostile')
      await writeFile(path, bytes)
      const peak = watchChildren()
      const met = await openVideo(path, RULE, work).then(
        () => 'opened',
        (error: unknown) => error,
      )
      expect(peak(), name).toBeLessThan(MOST_MEMORY)
      expect(met, name).toMatchObject({ name: 'Fault', condition })
      for (const feature of FEATURES) {
        expect(codeOf(feature, { condition, role: 'src' }), name).toBe(CODES[condition])
      }
    }
  })

  test('does not decode frames of more pixels than any feature takes, whatever was asked', async () => {
    // By the preset of results it takes two seconds of the processor.
    const size = { width: 8448, height: 4320 }
    const fast = { codec: 'libx264', pixelFormat: 0, options: { preset: 'ultrafast' } }
    const path = codeVideo({
      picture: await draw('one.mp4', { pts: [0] }),
      into: join(work.folder, 'huge.mp4'),
      container: 'mp4',
      video: { ...fast, filters: 'scale=8448:4320:flags=neighbor', size },
    })
    const video = openResult(await probeVideo(path, driver), work, { maxLongSide: 64 })
    const peak = watchChildren()
    await expect(drain(video.frames())).rejects.toMatchObject({ condition: 'unreadable' })
    // A frame has 55 MB, and a decoder several.
    expect(peak()).toBeLessThan(MOST_MEMORY)
  })

  test('refuses a video whose frames cannot be decoded', async () => {
    const bytes = await readFile(await draw('key.mp4', { pts: evenly(30, 512) }))
    // Only the first frame is a key frame; without it nothing can be made of the others.
    const from = bytes.indexOf('mdat') + 4
    bytes.fill(0, from, bytes.length)
    const path = join(work.folder, 'no-key.mp4')
    await writeFile(path, bytes)
    const video = openResult(await probeVideo(path, driver), work, {})
    await expect(drain(video.frames())).rejects.toMatchObject({ condition: 'unreadable' })
  })

  async function bytesOf(name: string, drawn: DrawnVideo): Promise<Buffer> {
    return await readFile(await draw(`${name}.mp4`, { draw: () => {}, ...drawn }))
  }
})

async function drain(frames: AsyncGenerator<Frame>): Promise<void> {
  for await (const _ of frames);
}

function replace(bytes: Buffer, what: string, by: string): Buffer {
  const copy = Buffer.from(bytes)
  copy.write(by, copy.lastIndexOf(what), 'latin1')
  return copy
}

function overwrite(bytes: Buffer, what: string, count: number): Buffer {
  const copy = Buffer.from(bytes)
  const from = copy.indexOf(what)
  return copy.fill(0xff, from, from + count)
}
