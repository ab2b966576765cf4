import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../../catalog/fault.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { decodePart } from '../../../engine/prepare/decode-part.ts'
import { describeSource, openSource } from '../../../engine/prepare/open-source.ts'
import { openScratchFile } from '../../../engine/restore/scratch-file.ts'
import { firstScan, restartingJpeg } from '../../metadata/jpeg/damage/restarting-jpeg.ts'
import { grain, LIMITS } from './paint.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** What every way of opening a file says of it: its note, nothing, or why it is refused. */
async function verdicts(bytes: Buffer): Promise<(string | undefined)[]> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const said = (error: Fault): string => {
    expect(error.condition).toBe('unreadable')
    return `refused: ${error.message}`
  }
  const asSource = async (
    work: (source: Awaited<ReturnType<typeof openSource>>) => Promise<unknown>,
  ) => {
    const source = await openSource(path, folder)
    await work(source)
    return describeSource(source).note
  }
  return await Promise.all([
    openPicture(bytes, { ...LIMITS, formats: ['jpeg', 'png'] }).then(({ note }) => note, said),
    asSource(({ width, height, ...source }) =>
      decodePart(
        { ...source, width, height },
        { left: 0, top: 0, width, height },
        { width: 90, height: 60 },
      ),
    ).catch(said),
    asSource(async (source) => {
      await (await openScratchFile(source, join(folder, 'pixels.v'))).close()
    }).catch(said),
  ])
}

async function verdict(bytes: Buffer): Promise<string | undefined> {
  const [first, ...others] = await verdicts(bytes)
  for (const other of others) expect(other).toBe(first)
  return first
}

/** With zeros where the marker of its tables of codes is due. */
function withZeros(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc4]))
  return Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(40), jpeg.subarray(at)])
}

const OTHER = await grain(300, 200).png().toBuffer()
const EOI = Buffer.from([0xff, 0xd9])

describe.each([
  ['JPEG', await grain(600, 400).jpeg({ quality: 88 }).toBuffer()],
  ['progressive JPEG', await grain(600, 400).jpeg({ quality: 88, progressive: true }).toBuffer()],
])('a %s', (_, jpeg) => {
  const start = firstScan(jpeg)
  const at = (share: number) => Math.floor(start + share * (jpeg.length - start))

  it.each([
    ['as it is', jpeg],
    ['without an end', jpeg.subarray(0, -2)],
    ['filled up with zeros', Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(4000)])],
    ['with zeros before its tables', withZeros(jpeg)],
    ['with bytes before its end', Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(9, 3), EOI])],
  ])('%s is delivered with every pixel', async (_, bytes) => {
    expect(await verdict(bytes)).toBeUndefined()
    expect((await decodePicture(bytes)).data).toEqual((await decodePicture(jpeg)).data)
  })

  it.each([
    ['whose tail is zeros', Buffer.from(jpeg).fill(0, at(0.6))],
    ['whose tail is zeros up to its end', Buffer.from(jpeg).fill(0, at(0.6), jpeg.length - 2)],
    ['with a kilobyte of zeros', Buffer.from(jpeg).fill(0, at(0.4), at(0.4) + 1024)],
    ['with four kilobytes of another file', Buffer.from(jpeg).fill(OTHER, at(0.4), at(0.4) + 4096)],
    ['that is cut off', jpeg.subarray(0, at(0.5))],
  ])('%s is refused in words', async (_, bytes) => {
    expect(await verdict(bytes)).toMatch(
      /^refused: The JPEG is damaged: from row \d+ of 400 on, as they are stored, \d+ % of the rows are lost\.$/,
    )
  })
})

describe('less than a row of blocks', () => {
  const NOTE = /^The file is damaged at row \d+ of \d+: less than \d+ rows of pixels are lost\.$/

  it('that is missing at the end is delivered with a note', async () => {
    const jpeg = await grain(600, 400).jpeg({ quality: 88 }).toBuffer()
    const bytes = jpeg.subarray(0, -300)
    expect(await verdict(bytes)).toMatch(NOTE)
    const [whole, cut] = [await decodePicture(jpeg), await decodePicture(bytes)]
    expect(cut.data.subarray(0, 600 * 4 * 376)).toEqual(whole.data.subarray(0, 600 * 4 * 376))
  })

  it('between two restart markers, too', async () => {
    const jpeg = restartingJpeg(60, 40, 20)
    const start = jpeg.indexOf(Buffer.from([0xff, 0xd3])) + 2
    expect(await verdict(Buffer.from(jpeg).fill(0, start + 4, start + 40))).toMatch(NOTE)
  })
})

it('a JPEG of a kind that no decoder knows is refused', async () => {
  const bytes = await grain(90, 60).jpeg().toBuffer()
  bytes[bytes.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xcb
  await expect(decodePicture(bytes)).rejects.toMatchObject({ condition: 'unreadable' })
  await expect(sharp(bytes).raw().toBuffer()).rejects.toThrow()
})
