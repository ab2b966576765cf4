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
