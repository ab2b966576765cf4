import { describe, expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { AdmittedPicture, OpenedPicture } from '../../../engine/media/open-picture.ts'
import { findWhileDecoding } from '../../../engine/performers/find-while-decoding.ts'
import type { Picture, SmallCopy } from '../../../engine/raster/picture.ts'

const PICTURE: Picture = { width: 4, height: 2, data: new Uint8ClampedArray(32) }
const OPENED: OpenedPicture = {
  picture: PICTURE,
  format: 'jpeg',
  own: async () => undefined,
  bytes: 100,
}

const SMALL: SmallCopy = { picture: PICTURE, halvings: 1 }

/** A file whose whole picture and small copy are there when the test says so. */
function admit() {
  const whole = Promise.withResolvers<OpenedPicture>()
  const small = Promise.withResolvers<SmallCopy | undefined>()
  const file: AdmittedPicture = {
    decode: () => whole.promise,
    decodeSmall: () => small.promise,
  }
  return { file, whole, small }
}

describe('finding while decoding', () => {
  test('looks in the small copy before the whole is there', async () => {
    const { file, whole, small } = admit()
    const started = Promise.withResolvers<number>()
    const both = findWhileDecoding(file, async (seen) => {
      started.resolve('data' in seen ? 0 : seen[0].width)
      return 'found'
    })
    small.resolve(SMALL)
    // The level that is still being decoded is as wide as the whole.
    expect(await started.promise).toBe(8)
    whole.resolve(OPENED)
    expect(await both).toEqual({ opened: OPENED, found: 'found' })
  })

  test('looks in the whole picture where the file has no small copy', async () => {
    const { file, whole, small } = admit()
    small.resolve(undefined)
    whole.resolve(OPENED)
    const { found } = await findWhileDecoding(file, async (seen) => seen)
    expect(found).toBe(PICTURE)
  })

  test('throws what decoding throws before what the search throws', async () => {
    const { file, whole, small } = admit()
    const both = findWhileDecoding(file, async () => {
      throw new Fault('target', 'Nobody is there.')
    })
    small.resolve(SMALL)
    whole.reject(new Fault('unreadable', 'The pixels are damaged.'))
    await expect(both).rejects.toMatchObject({ message: 'The pixels are damaged.' })
  })

  test('waits for what still runs before it throws', async () => {
    const { file, whole, small } = admit()
    const search = Promise.withResolvers<never>()
    let settled = false
    const both = findWhileDecoding(file, () => search.promise).finally(() => {
      settled = true
    })
    both.catch(() => undefined)
    small.resolve(SMALL)
    whole.reject(new Fault('unreadable', 'The pixels are damaged.'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(settled).toBe(false)
    search.reject(new Fault('target', 'Nobody is there.'))
    await expect(both).rejects.toMatchObject({ message: 'The pixels are damaged.' })
  })
})
