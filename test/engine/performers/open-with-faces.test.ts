import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { admitPicture } from '../../../engine/media/open-picture.ts'
import { decodeWithFaces } from '../../../engine/performers/open-with-faces.ts'
import type { EffectTask } from '../../../engine/performers/performer.ts'
import { detectFaces } from '../../../engine/vision/faces/detect-faces.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { twoPeople } from '../../../samples/two-people.ts'
import { sampled } from '../../setup/sampled.ts'
import { warmVision } from '../warm-vision.ts'

const LIMITS = { formats: ['jpeg', 'png'], maxBytes: 50_000_000, maxLongSide: 8000 } as const

let vision: Vision
let png: Buffer
beforeAll(async () => {
  vision = await warmVision()
  png = (await twoPeople()).png
})

const squares = new Map<number, Promise<Buffer>>()
function square(side: number): Promise<Buffer> {
  const made = squares.get(side) ?? sharp(png).resize(side, side, { fit: 'fill' }).jpeg().toBuffer()
  squares.set(side, made)
  return made
}

async function opened(bytes: Uint8Array) {
  return await decodeWithFaces(await admitPicture(bytes, LIMITS), task(), { role: 'src' })
}

/** A task whose readings nobody has kept. */
function task(checkpoint = async () => {}) {
  const readOnce: EffectTask['readOnce'] = async (_way, _files, read) => await read()
  return { vision: async () => vision, checkpoint, readOnce }
}

/** The farthest of all landmarks, in widths of their face. */
function farthest(faces: readonly Face[], others: readonly Face[]): number {
  return Math.max(
    ...faces.flatMap(({ landmarks, box }, n) =>
      landmarks.map(({ x, y }, at) => {
        const other = others[n]!.landmarks[at]!
        return Math.hypot(x - other.x, y - other.y) / box.width
      }),
    ),
  )
}

describe('a large JPEG', () => {
  it.each(sampled(1, [1600, 1919, 2400, 3840]))(
    'of %i pixels is decoded whole, and has the faces of the whole in their order',
    async (side) => {
      const bytes = await square(side)
      const { picture, faces, format } = await opened(bytes)
      expect({ ...picture, data: picture.data.length, format }).toEqual({
        width: side,
        height: side,
        data: side * side * 4,
        format: 'jpeg',
      })
      const whole = await detectFaces({ ...picture }, vision)
      expect(faces).toHaveLength(2)
      expect(whole).toHaveLength(2)
      expect(farthest(faces, whole)).toBeLessThan(0.01)
    },
  )

  it('with an EXIF orientation is searched upright', async () => {
    const upright = sharp(png).resize(1600, 1200, { fit: 'cover' })
    const lying = await sharp(await upright.clone().toBuffer())
      .rotate(270)
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { picture, faces } = await opened(lying)
    expect(picture).toMatchObject({ width: 1600, height: 1200 })
    const whole = await detectFaces({ ...picture }, vision)
    expect(whole.length).toBeGreaterThan(0)
    expect(faces).toHaveLength(whole.length)
    expect(farthest(faces, whole)).toBeLessThan(0.01)
  })

  it('that is truncated is refused as damaged, even if a small copy decodes', async () => {
    const bytes = await square(1600)
    await expect(opened(bytes.subarray(0, bytes.length * 0.9))).rejects.toMatchObject({
      condition: 'unreadable',
    })
  })

  it('whose search fails is decoded to the end before the failure is thrown', async () => {
    const bytes = await square(1600)
    const admitted = await admitPicture(bytes, LIMITS)
    let decoded = false
    const decode = async () => {
      const all = await admitted.decode()
      decoded = true
      return all
    }
    const stop = async () => Promise.reject(new Error('stopped'))
    await expect(
      decodeWithFaces({ ...admitted, decode }, task(stop), { role: 'src' }),
    ).rejects.toThrow('stopped')
    expect(decoded).toBe(true)
  })
})

it('a small copy is made only of large baseline JPEGs', async () => {
  const small = async (bytes: Buffer) => (await admitPicture(bytes, LIMITS)).decodeSmall()
  const of = (width: number, height: number) => sharp(png).resize(width, height, { fit: 'fill' })
  const sides = sampled(1, [
    [1919, 1079, 480, 270],
    [2400, 1600, 600, 400],
    [4000, 3000, 1000, 750],
  ])
  for (const [width, height, right, down] of sides) {
    expect(await small(await of(width!, height!).jpeg().toBuffer())).toMatchObject({
      picture: { width: right, height: down },
      halvings: 2,
    })
  }
  const whole = [
    of(1500, 1200).jpeg(),
    of(1601, 1200).jpeg().withMetadata({ orientation: 3 }),
    of(1600, 1200).jpeg({ progressive: true }),
    of(1600, 1200).png({ compressionLevel: 1 }),
  ]
  for (const file of whole) expect(await small(await file.toBuffer())).toBeUndefined()
})
