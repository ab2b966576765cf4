import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readJpegQuality } from '../../../metadata/jpeg/jpeg-quality.ts'

const GREY = { width: 64, height: 64, channels: 3, background: '#708090' } as const

test.each([30, 60, 75, 90, 95, 100])(
  'quality %i is found by the tables of annex K',
  async (quality) => {
    const file = await sharp({ create: GREY }).jpeg({ quality }).toBuffer()
    expect(readJpegQuality(file)).toMatchObject({ quality, nearest: quality })
  },
)

test('tables of another shape have the quality that they are nearest to', async () => {
  const file = await sharp({ create: GREY }).jpeg({ quality: 80, quantisationTable: 3 }).toBuffer()
  const { quality, nearest } = readJpegQuality(file)
  expect(nearest).toBeLessThan(quality)
  expect(nearest).toBeGreaterThan(60)
})

test.each([
  [{ chromaSubsampling: '4:2:0' }, { subsampled: true, halved: true }],
  [{ chromaSubsampling: '4:4:4' }, { subsampled: false, halved: false }],
  [{ progressive: true }, { progressive: true, optimised: true }],
  [{ optimiseCoding: false }, { progressive: false, optimised: false }],
  [{ optimiseCoding: true }, { progressive: false, optimised: true }],
])('reads how it was coded: %o', async (options, coding) => {
  const file = await sharp({ create: GREY }).jpeg(options).toBuffer()
  expect(readJpegQuality(file)).toMatchObject(coding)
})

test('a file whose tables are not found is compressed as if it were very good', () => {
  expect(readJpegQuality(Buffer.from('ffd80000ffdb', 'hex')).nearest).toBe(95)
})
