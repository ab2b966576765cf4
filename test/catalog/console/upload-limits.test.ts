import { expect, test } from 'vitest'
import { PICTURE_SIZES } from '../../../catalog/console/pictures.ts'
import {
  MAX_PLANNED,
  MAX_UPLOADS,
  PART_BYTES,
  partBytes,
  partCount,
} from '../../../catalog/console/upload-limits.ts'

const MEBIBYTE = 1024 * 1024

test('pictures are asked for by these sizes, and so many files are planned and sent at once', () => {
  expect(PICTURE_SIZES).toEqual(['256', '2048', 'tiles'])
  expect([MAX_PLANNED, MAX_UPLOADS]).toEqual([10_000, 100])
})

test.each([
  [0, 8, 1],
  [1, 8, 1],
  [8 * MEBIBYTE, 8, 1],
  [8 * MEBIBYTE + 1, 8, 2],
  [80_000 * MEBIBYTE, 8, 10_000],
  // One byte more would make a part too many for S3.
  [80_000 * MEBIBYTE + 1, 9, 8889],
  [5 * 1024 * 1024 * MEBIBYTE, 525, 9987],
])('%d bytes go up in parts of %d MiB, %d of them', (size, mebibytes, count) => {
  expect(PART_BYTES).toBe(8 * MEBIBYTE)
  expect(partBytes(size)).toBe(mebibytes * MEBIBYTE)
  expect(partCount(size)).toBe(count)
})
