import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bodyReshape } from '../../../../catalog/features/body-reshape.ts'
import { log } from '../../../../functions/log.ts'
import type { ReturnedPicture } from '../../../../functions/pipeline/core/ports/picture-engine.ts'
import { enginePictures } from '../../../../functions/pipeline/prepare/engine-pictures.ts'

const SIZE = { width: 40, height: 30 }

/** One colour, with a square of another where `left` is given. */
async function drawn(left?: number, size = SIZE): Promise<Buffer> {
  const create = { ...size, channels: 3, background: '#808080' } as const
  const square = { width: 12, height: 12, channels: 3, background: '#20c040' } as const
  const image = sharp({ create })
  if (left !== undefined) image.composite([{ input: { create: square }, left, top: 9 }])
  return await image.png().toBuffer()
}

/** What is written, by index. */
function written() {
  const files: { index: number | undefined; bytes: Buffer; told: object }[] = []
  const write = async (
    index: number | undefined,
    { bytes, ...told }: { bytes: AsyncIterable<Uint8Array> },
  ) => {
    files.push({ index, bytes: await buffer(bytes), told })
  }
  return { files, write }
}

/** The green of a picture at a place of its middle row. */
async function greenAt(bytes: Buffer, x: number): Promise<number> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return data[(15 * info.width + x) * info.channels + 1]!
}

const returnedOf = (index: number, bytes: Buffer): ReturnedPicture => ({
  index,
  open: async () => bytes,
})

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-pictures-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
})

test('results become one picture each, or one of all', async () => {
  const original = await drawn()
  const returned = [returnedOf(3, await drawn(4)), returnedOf(5, await drawn(24))]
  const restored = async (together: boolean) => {
    const { files, write } = written()
    const wanted = { metadata: 'none', together } as const
    const told = await enginePictures().restore({ original, returned }, wanted, write)
    const greens = files.map(async ({ bytes }) => [
      await greenAt(bytes, 10),
      await greenAt(bytes, 30),
    ])
    return {
      told: told.map(({ index, restoration }) => [index, restoration.format]),
      files: files.map(({ index, told }) => [index, told]),
      greens: (await Promise.all(greens)).map((pair) => pair.map((green) => green > 170)),
    }
  }
  const png = { contentType: 'image/png', ending: '.png' }
  expect(await restored(false)).toEqual({
    told: [
      [3, 'png'],
      [5, 'png'],
    ],
    files: [
      [3, png],
      [5, png],
    ],
    greens: [
      [true, false],
      [false, true],
    ],
  })
  expect(await restored(true)).toEqual({
    told: [[3, 'png']],
    files: [[3, png]],
    greens: [[true, true]],
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a result that does not fit is left out, and the format may be another', async () => {
  const warned = vi.spyOn(log, 'warn').mockReturnValue()
  onTestFinished(() => warned.mockRestore())
  const original = await drawn()
  const unfit = await drawn(undefined, { width: 40, height: 40 })
  const { files, write } = written()
  const told = await enginePictures().restore(
    { original, returned: [returnedOf(0, unfit), returnedOf(1, await drawn(4))] },
    { metadata: 'none', together: false, format: 'jpeg' },
    write,
  )
  expect(told.map(({ index, restoration }) => [index, restoration.format])).toEqual([[1, 'jpeg']])
  expect(files.map(({ index, told }) => [index, told])).toEqual([
    [1, { contentType: 'image/jpeg', ending: '.jpg' }],
  ])
})

test('a result is restored from what was sent for it', async () => {
  const sent = await drawn(undefined, { width: 20, height: 15 })
  const preparation = {
    crop: { left: 0, top: 0, width: 40, height: 30 },
    sent: { width: 20, height: 15 },
  }
  const one = { ...returnedOf(0, sent), sent: { key: 'k', open: async () => sent, preparation } }
  const { files, write } = written()
  const [told] = await enginePictures().restore(
    { original: await drawn(9), returned: [one as never] },
    { metadata: 'none', together: false },
    write,
  )
  expect(told).toMatchObject({ index: 0, restoration: { changedShare: 0, ...SIZE } })
  expect(await greenAt(files[0]!.bytes, 15)).toBeGreaterThan(170)
})

test('a mask is cropped and scaled as its source was', async () => {
  const preparation = {
    source: { ...SIZE, orientation: 1 },
    crop: { left: 10, top: 5, width: 20, height: 20 },
    sent: { width: 10, height: 10 },
  } as never
  const { files, write } = written()
  await enginePictures().prepareMask(await drawn(), preparation, async (made) => {
    await write(undefined, made)
  })
  expect(files[0]!.told).toEqual({ contentType: 'image/png', ending: '.png' })
  expect(await sharp(files[0]!.bytes).metadata()).toMatchObject({ width: 10, height: 10 })
})

test('a picture that meets a rule is not prepared', async () => {
  const { files, write } = written()
  const rule = { formats: ['png'], maxSide: 100, minSide: 1 }
  const wanted = { rule: rule as never, target: 'largest', named: false }
  expect(await enginePictures().prepare(await drawn(), wanted, write)).toBeUndefined()
  expect([files, readdirSync(folder)]).toEqual([[], []])
})

/** Nets that nobody is looked for with, and how often they were opened. */
function unseeing() {
  let opened = 0
  return { opened: () => opened, open: async () => ({ opened: ++opened }) as never }
}
const JPEG = { contentType: 'image/jpeg', ending: '.jpg' }

test('of everybody each has a picture, or the reason why there is none, in words', async () => {
  const { open, opened } = unseeing()
  const engine = enginePictures(open)
  const source = await drawn(undefined, { width: 2400, height: 800 })
  const box = { left: 400, top: 100, width: 200, height: 600 }
  const tiny = { left: 1000, top: 100, width: 4, height: 12 }
  const whole = { left: 0, top: 0, width: 2400, height: 800 }
  const prepared = async (...targets: { index: number; box: typeof box }[]) => {
    const { files, write } = written()
    const rule = bodyReshape.files.src
    const wanted = { rule, target: 'all', named: true, targets }
    return { told: await engine.prepare(source, wanted, write), files }
  }
  const { told, files } = await prepared({ index: 2, box }, { index: 5, box: tiny })
  expect(told).toEqual([
    { index: 2, preparation: expect.objectContaining({ target: expect.anything() }) },
    { index: 5, refusal: expect.stringContaining('The body is 4 pixels wide') },
  ])
  expect(files.map(({ index, told }) => [index, told])).toEqual([[2, JPEG]])
  // Around the one who is meant, whatever else the source shows.
  expect((await sharp(files[0]!.bytes).metadata()).width).toBeLessThan(2000)
  // Whom the whole picture shows well enough nothing is prepared for, though the file would be too large as it is.
  expect(await prepared({ index: 2, box: whole })).toEqual({ told: undefined, files: [] })
  expect(opened()).toBe(1)
})

test('a picture whose rule asks for nobody is made to fit as one, for everybody, too', async () => {
  const { open, opened } = unseeing()
  const { framing: _, ...rule } = bodyReshape.files.src
  for (const target of ['all', 'largest']) {
    const { files, write } = written()
    const source = await drawn(undefined, { width: 2400, height: 800 })
    const wanted = { rule, target, named: true }
    expect(await enginePictures(open).prepare(source, wanted, write)).toMatchObject({
      sent: { width: 2048 },
    })
    expect(files.map(({ index, told }) => [index, told])).toEqual([[undefined, JPEG]])
    expect((await sharp(files[0]!.bytes).metadata()).width).toBe(2048)
  }
  expect(opened()).toBe(0)
})

test('networks that could not be opened are opened anew', async () => {
  let asked = 0
  const engine = enginePictures(async () => {
    throw new Error(`away ${++asked}`)
  })
  const source = await drawn()
  const wanted = { rule: bodyReshape.files.src, target: 'all', named: true }
  for (const message of ['away 1', 'away 2']) {
    await expect(engine.prepare(source, wanted, written().write)).rejects.toThrow(message)
  }
})
