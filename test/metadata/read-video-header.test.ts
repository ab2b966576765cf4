import { beforeAll, expect, test } from 'vitest'
import { readBytes } from '../../metadata/byte-reader.ts'
import { readVideoHeader } from '../../metadata/read-video-header.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { withIndexLast, withoutFrames, withTurn } from '../engine/video/edit-boxes.ts'
import { videoBytes } from '../engine/video/video-bytes.ts'
import { fc } from '../setup/random.ts'

let video: Buffer
let fast: Buffer
beforeAll(async () => {
  video = await videoBytes({ pts: evenly(12, 512) })
  fast = await videoBytes({ pts: evenly(24, 256) })
})

async function* inPieces(bytes: Uint8Array, piece = 50): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

const headerOf = (bytes: Uint8Array, piece?: number) =>
  readVideoHeader(readBytes(inPieces(bytes, piece)))

test('says how a video is turned and how many frames a second it has', async () => {
  expect(await headerOf(video)).toEqual({ container: 'mp4', isTurned: false, rate: 30 })
  expect(await headerOf(fast)).toEqual({ container: 'mp4', isTurned: false, rate: 60 })
  const turned = withTurn(video, 64)
  expect(await headerOf(turned)).toEqual({ container: 'mp4', isTurned: true, rate: 30 })
})

test('finds an index behind the frames, as cameras write it', async () => {
  const header = await headerOf(withIndexLast(withTurn(fast, 64)))
  expect(header).toEqual({ container: 'mp4', isTurned: true, rate: 60 })
})

test('leaves out what no index says', async () => {
  expect(await headerOf(withoutFrames(video))).toEqual({ container: 'mp4', isTurned: false })
  expect(await headerOf(video.subarray(0, 40))).toEqual({ container: 'mp4' })
  expect(await headerOf(Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  '))).toEqual({
    container: 'mov',
  })
  expect(await headerOf(Buffer.from('\0\0\0\x14ftypheic\0\0\0\0heic'))).toBeUndefined()
  expect(await headerOf(Buffer.from('no video at all'))).toBeUndefined()
})

test('ends whatever the boxes say', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(video.length - 5),
      fc.nat(0xffffffff),
      fc.nat(300),
      async (at, word, n) => {
        const broken = Buffer.from(video)
        broken.writeUInt32BE(word, at)
        const header = await headerOf(broken, n + 1)
        expect(header === undefined || ['mp4', 'mov'].includes(header.container)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
