import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import type { Prepared } from '../../../../../functions/pipeline/core/ports/prepared.ts'
import { foundIn } from '../../../../../functions/pipeline/core/steps/found-in.ts'
import type { JobStep } from '../../../../../functions/pipeline/core/steps/load-step.ts'
import type { SourceHeaderDeps } from '../../../../../functions/pipeline/core/steps/source-header.ts'

const AT = { job: { id: 'job-1', source: { bucket: 'drops', key: 'a' } } } as JobStep
const BOX = { left: 1.4, top: 2.5, width: 30.49, height: 40 }

/** A source of 64 x 48 stored pixels, as EXIF turns it. */
async function depsWith(orientation: number): Promise<SourceHeaderDeps> {
  const body = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
  const objects = { open: async () => ({ body, size: body.length }) }
  return { objects } as unknown as SourceHeaderDeps
}

test('boxes are whole pixels of the upright source, and those of twenty people at most', async () => {
  const boxes = Array.from({ length: 25 }, () => BOX)
  const found = await foundIn(boxes, AT, {}, await depsWith(8))
  expect(found).toMatchObject({ width: 48, height: 64 })
  expect(found?.boxes).toHaveLength(20)
  expect(found?.boxes[0]).toEqual([1, 3, 30, 40])
  expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThan(400)
})

test('boxes in a prepared picture are told with its size, those in one target’s own not at all', async () => {
  const sent = { width: 10, height: 20 }
  const prepared = { preparation: { sent } } as Prepared
  const deps = await depsWith(1)
  expect(await foundIn([BOX], AT, { prepared }, deps)).toMatchObject(sent)
  expect(await foundIn([BOX], AT, { prepared: { ...prepared, part: 1 } }, deps)).toBeNull()
  expect(await foundIn([], AT, {}, deps)).toBeNull()
})

test('a source that cannot be read stops nothing', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const objects = { open: () => Promise.reject(new Error('denied')) }
  const deps = { objects } as unknown as SourceHeaderDeps
  expect(await foundIn([BOX], AT, {}, deps)).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
