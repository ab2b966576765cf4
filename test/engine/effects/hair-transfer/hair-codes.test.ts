import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../../../catalog/code-of.ts'
import { Fault } from '../../../../catalog/fault.ts'
import { findFeature } from '../../../../catalog/features.ts'
import { type Engine, openEngine } from '../../../../engine/perform.ts'
import { type BustOptions, bust, type SitterName } from '../../../../samples/bust.ts'

const SIZE = { width: 480, height: 540, face: 0.29 } as const

let engine: Engine
beforeAll(() => {
  engine = openEngine()
})
afterAll(() => engine?.close())

/** One of the drawn people as a JPEG. */
async function sitter(name: SitterName, options: BustOptions = {}, quality = 92): Promise<Buffer> {
  const { png } = await bust(name, { ...SIZE, ...options })
  return await sharp(png).jpeg({ quality }).toBuffer()
}

/** The code that a task ends with, or `success`. */
async function codeFrom(src: Buffer, ref?: Buffer, params: object = {}): Promise<string> {
  const files = { src, ...(ref && { ref: [ref] }) }
  const request = { feature: 'hair-transfer', stage: 'effect', files } as const
  return await engine.perform({ ...request, params: { ...params } }).then(
    () => 'success',
    (error: unknown) => {
      if (error instanceof Fault) return codeOf(findFeature('hair-transfer')!, error)
      throw error
    },
  )
}

async function fromSource(src: Buffer): Promise<string> {
  return await codeFrom(src, undefined, { template_id: 'male_crew' })
}

test('success: a reference, and a template', async () => {
  const src = await sitter('henrik')
  expect(await codeFrom(src, await sitter('kofi'))).toBe('success')
  expect(await fromSource(src)).toBe('success')
}, 60_000)

test('error_decode_image: no bytes, and a picture cut off', async () => {
  expect(await fromSource(Buffer.alloc(0))).toBe('error_decode_image')
  expect(await fromSource((await sitter('henrik')).subarray(0, 200))).toBe('error_decode_image')
})

test('error_exceed_max_image_size: a side above 1024 pixels', async () => {
  const long = sharp(await sitter('henrik')).resize(1030)
  expect(await fromSource(await long.jpeg().toBuffer())).toBe('error_exceed_max_image_size')
})

test('error_no_face: a wall', async () => {
  const wall = { width: 480, height: 540, channels: 3, background: '#c8d0c4' } as const
  expect(await fromSource(await sharp({ create: wall }).jpeg().toBuffer())).toBe('error_no_face')
})

test('error_multiple_people: two side by side', async () => {
  const [one, other] = await Promise.all([sitter('henrik'), sitter('kofi')])
  const both = sharp(one)
    .extend({ right: SIZE.width })
    .composite([{ input: other, left: SIZE.width, top: 0 }])
  expect(await fromSource(await both.jpeg().toBuffer())).toBe('error_multiple_people')
})

test('error_no_shoulder: a picture that ends below the chin, and long hair cut there', async () => {
  const cut = async (name: SitterName, height: number) =>
    sharp(await sitter(name))
      .extract({ left: 0, top: 0, width: SIZE.width, height })
      .jpeg()
      .toBuffer()
  expect(await fromSource(await cut('kofi', 262))).toBe('error_no_shoulder')
  expect(await codeFrom(await sitter('kofi'), await cut('amara', 290))).toBe('error_no_shoulder')
}, 60_000)

test('error_large_face_angle: a tilted head', async () => {
  expect(await fromSource(await sitter('kofi', { tilt: 22 }))).toBe('error_large_face_angle')
})

test('error_face_pose: a small face, and hair without room above it', async () => {
  const small = await sitter('kofi', { width: 360, height: 405, face: 0.22 })
  expect(await fromSource(small)).toBe('error_face_pose')
  const low = sharp(await sitter('ines')).extract({ left: 0, top: 60, width: 480, height: 480 })
  expect(await codeFrom(await sitter('kofi'), await low.jpeg().toBuffer())).toBe('error_face_pose')
}, 60_000)

test('error_hair_too_short: a bald reference, and new hair that is shorter than the old', async () => {
  const bald = await sitter('ines', { look: { hair: '#b57a52' } })
  expect(await codeFrom(await sitter('kofi'), bald)).toBe('error_hair_too_short')
  expect(await codeFrom(await sitter('amara'), await sitter('kofi'))).toBe('error_hair_too_short')
}, 60_000)

test.each([60, 95])(
  'error_insufficient_landmarks: long hair before cloth of its colour, at quality %i',
  async (quality) => {
    const look = { hairCut: 'long', hair: '#8d4a63' } as const
    const ref = await sitter('maren', { look }, quality)
    expect(await codeFrom(await sitter('kofi'), ref)).toBe('error_insufficient_landmarks')
  },
  60_000,
)
