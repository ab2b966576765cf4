import { expect, it } from 'vitest'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { releaseOwnership, writablePixels } from '../../../../engine/raster/pixels/copy-on-write.ts'
import { paste } from '../../../../engine/raster/pixels/crop.ts'
import { isOpaque } from '../../../../engine/raster/pixels/packed-rgba.ts'

function plain(side: number, alpha: number): Picture {
  return {
    width: side,
    height: side,
    data: new Uint8ClampedArray(side * side * 4).fill(alpha),
  }
}

it('changes a picture in place only after its ownership is released', () => {
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

it('knows of a copy what it knew of the picture', () => {
  for (const alpha of [255, 9]) {
    const picture = plain(8, alpha)
    isOpaque(picture)
    const data = writablePixels(picture)
    expect(data).toEqual(picture.data)
    if (alpha === 255) data.fill(0)
    expect(isOpaque({ data })).toBe(alpha === 255)
  }
})
