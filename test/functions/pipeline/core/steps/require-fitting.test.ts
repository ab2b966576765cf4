import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { findFeature } from '../../../../../catalog/features/features.ts'
import { takesIndex } from '../../../../../catalog/features/takes-index.ts'
import type { JobStep } from '../../../../../functions/pipeline/core/steps/load-step.ts'
import { requireFitting } from '../../../../../functions/pipeline/core/steps/require-fitting.ts'

let fits: Buffer
let small: Buffer
let reference: Buffer
beforeAll(async () => {
  const grey = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
  fits = await grey(1200, 1600)
  small = await grey(40, 30)
  reference = await grey(800, 1000)
})

/** What a step of a feature for a target needs for a source, and the references beside it. */
async function codeFor(name: string, target: string, files: Record<string, Buffer | undefined>) {
  const feature = findFeature(name)!
  const at = {
    job: { id: 'job-1', source: { bucket: 'drops', key: 'a.jpg' } },
    plan: { prepare: 'auto', steps: [] },
    index: 0,
    feature,
    step: { target, inputs: 'ref.jpg' in files ? { ref: { object: 'ref.jpg' } } : {} },
  } as unknown as JobStep
  const open = async ({ key }: { key: string }) => {
    const bytes = files[key]
    return bytes && { body: [bytes], size: bytes.length }
  }
  const code = await requireFitting(at, null, { objects: { open } } as never).then(
    () => undefined,
    (failure) => failure.code,
  )
  return { code, named: takesIndex(feature) }
}

test.each([
  ['skin-simulation', 'largest', undefined],
  ['skin-simulation', 'all', 'NeedsPreparing'],
])('%s of a source that fits, for %s: %s', async (feature, target, code) => {
  expect(await codeFor(feature, target, { 'a.jpg': fits })).toEqual({ code, named: false })
})

test('where the service is told who is meant, everybody is sent in one picture', async () => {
  const found = await codeFor('body-reshape', 'all', { 'a.jpg': fits })
  expect(found).toEqual({ code: undefined, named: true })
})

test('a source or a reference that does not fit needs preparing, one that is gone does not', async () => {
  const { code } = await codeFor('skin-simulation', 'largest', { 'a.jpg': small })
  expect(code).toBe('NeedsPreparing')
  expect((await codeFor('skin-simulation', 'largest', {})).code).toBeUndefined()
  const beside = async (ref: Buffer | undefined) =>
    (await codeFor('hair-transfer', 'largest', { 'a.jpg': reference, 'ref.jpg': ref })).code
  const codes = [await beside(reference), await beside(fits), await beside(undefined)]
  expect(codes).toEqual([undefined, 'NeedsPreparing', undefined])
})

const MOV = 'qt  '

/** A box of ISO/IEC 14496-12. */
function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4)
  return Buffer.concat([head, ...content])
}
function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeInt32BE(value, 4 * at)
  return bytes
}

/** The start of a video of a thousand ticks a second, with an index of one track unless there is none to be read. */
function video({ brand = 'isom', turned = false, frames = 30, index = true }): Buffer {
  const start = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`))
  if (!index) return start
  const matrix = turned ? [0, 65_536, 0, -65_536] : [65_536, 0, 0, 0]
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 1_000, 1_000)),
    box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0vide')),
    box('minf', box('stbl', box('stsz', words(0, 0, frames)))),
  )
  const track = box('trak', box('tkhd', words(...Array<number>(10).fill(0), ...matrix)), media)
  return Buffer.concat([start, box('moov', track)])
}

/** What a step on a video needs for this file of a stated size. */
async function codeForVideo(feature: string, bytes: Buffer | undefined, size = 1_000_000) {
  const at = {
    job: { id: 'job-1', source: { bucket: 'drops', key: 'a.mov' } },
    plan: { prepare: 'auto', steps: [] },
    index: 0,
    feature: findFeature(feature)!,
    step: { target: 'largest', inputs: {} },
  } as unknown as JobStep
  const open = async () => bytes && { body: [bytes], size }
  const fitting = requireFitting(at, null, { objects: { open } } as never)
  return await fitting.then(
    () => undefined,
    (failure) => failure.code,
  )
}

test.each([
  ['fits', 'bg-replace-vid', video({}), undefined, undefined],
  ['fits as a mov where that is taken', 'obj-rem-vid', video({ brand: MOV }), undefined, undefined],
  [
    'is a mov where that is not taken',
    'bg-replace-vid',
    video({ brand: MOV }),
    undefined,
    'NeedsPreparing',
  ],
  ['has exactly 100 MB', 'bg-replace-vid', video({}), 100_000_000, undefined],
  ['has a byte more', 'bg-replace-vid', video({}), 100_000_001, 'NeedsPreparing'],
  ['is turned', 'bg-replace-vid', video({ turned: true }), undefined, 'NeedsPreparing'],
  ['has 31 frames a second', 'bg-replace-vid', video({ frames: 31 }), undefined, 'NeedsPreparing'],
  ['does not say how many it has', 'bg-replace-vid', video({ index: false }), undefined, undefined],
  ['is no video', 'bg-replace-vid', Buffer.from('words'), undefined, undefined],
  ['is gone', 'bg-replace-vid', undefined, undefined, undefined],
])('a source of a video that %s', async (_, feature, bytes, size, code) => {
  expect(await codeForVideo(feature, bytes, size)).toBe(code)
})

test('nothing is opened where the recipe lets nothing be prepared', async () => {
  const at = {
    plan: { prepare: 'none', steps: [] },
    feature: findFeature('skin-simulation')!,
    step: { target: 'all', inputs: {} },
  } as unknown as JobStep
  await expect(requireFitting(at, null, {} as never)).resolves.toBeUndefined()
})
