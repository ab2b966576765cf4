import { expect, it } from 'vitest'
import { beginEdit } from '../../../engine/performers/begin-edit.ts'
import { releaseOwnership, writablePixels } from '../../../engine/raster/copy-on-write.ts'
import { paste } from '../../../engine/raster/crop.ts'
import { isOpaque } from '../../../engine/raster/packed-rgba.ts'
import type { Picture } from '../../../engine/raster/picture.ts'

function plain(side: number, alpha: number): Picture {
  return {
    width: side,
    height: side,
    data: new Uint8ClampedArray(side * side * 4).fill(alpha),
  }
}

it('a picture is only changed itself once it is given up', () => {
  const picture = plain(8, 255)
  const copied = paste(picture, plain(2, 9), 3, 3)
  expect(copied.data).not.toBe(picture.data)
  expect(isOpaque(picture)).toBe(true)
  expect(isOpaque(copied)).toBe(false)
  releaseOwnership(picture)
  const changed = paste(picture, plain(2, 9), 3, 3)
  expect(changed.data).toBe(picture.data)
  expect(changed.data).toEqual(copied.data)
  expect(isOpaque(changed)).toBe(false)
})

it('a task gives its picture up unless the result is held against it', async () => {
  const free = plain(4, 255)
  expect(await beginEdit({ picture: free, own: async () => undefined })).toBeUndefined()
  expect(writablePixels(free)).toBe(free.data)
  const held = plain(4, 255)
  const own = { profile: Buffer.alloc(0), stored: held.data.slice(), plain: held }
  expect(await beginEdit({ picture: held, own: async () => own })).toBe(own)
  expect(writablePixels(held)).not.toBe(held.data)
})
