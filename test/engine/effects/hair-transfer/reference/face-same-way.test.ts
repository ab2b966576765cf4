import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { faceSameWay } from '../../../../../engine/effects/hair-transfer/reference/face-same-way.ts'
import { MAX_APART } from '../../../../../engine/effects/hair-transfer/tuning.ts'
import type { Picture } from '../../../../../engine/raster/picture.ts'

// Pixels that begin at an odd byte of their buffer, as those of a decoder may.
const BYTES = Uint8ClampedArray.from({ length: 25 }, (_, n) => n - 1)
const PICTURE = { width: 3, height: 2, data: BYTES.subarray(1) }

async function turned(own: number, other: number) {
  const head = (yaw: number) => ({ face: { pose: { yaw } }, picture: PICTURE }) as unknown as Head
  const read: Picture[] = []
  const { isMirrored } = await faceSameWay(head(own), head(other), async (picture) => {
    read.push(picture)
    return head(-other)
  })
  return { isMirrored, read: read[0] }
}

test('a reference turned to the other side is mirrored', async () => {
  const { isMirrored, read } = await turned(10, -MAX_APART.yaw)
  expect(isMirrored).toBe(true)
  const reds = [0, 4, 8, 12, 16, 20].map((at) => read!.data[at])
  expect(reds).toEqual([8, 4, 0, 20, 16, 12])
  expect(PICTURE.data[0]).toBe(0)
})

test('one that is near enough, or would be as far off, is not', async () => {
  expect(await turned(0, MAX_APART.yaw)).toEqual({ isMirrored: false, read: undefined })
  expect(await turned(MAX_APART.yaw + 4, 0)).toEqual({ isMirrored: false, read: undefined })
})
