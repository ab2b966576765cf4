import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GENERATOR_CODES } from '../../../../catalog/failures/codes.ts'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { clothV3 } from '../../../../catalog/features/cloth-v3.ts'
import { codeOf, codesOf } from '../../../../catalog/features/code-of.ts'
import type { Engine, PerformRequest } from '../../../../engine/perform.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawPeople } from '../../../../samples/draw-people.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { ROOM } from '../../../../samples/empty-room.ts'
import { amara, ines } from '../../../../samples/people.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { warmEngine } from '../../warm-engine.ts'

const SIZE = { width: 450, height: 600 } as const

/** Codes that no picture causes: an address, a field, a generator's filter or failure. */
const OF_NO_PICTURE: readonly string[] = [
  'error_download_image',
  'invalid_parameter',
  'error_nsfw_content_detected',
  'unknown_internal_error',
  ...Object.values(GENERATOR_CODES),
]

/** In `npm test` `cannot-be-worn` and `cloth-task.test.ts` have these on given people. */
const OF_LONG_RUNS: readonly string[] = [
  'error_multi_person',
  'error_pose',
  'error_editing_failed',
  'success',
]

let engine: Engine
const ended = new Set<string>()
let woman: Buffer
let jeans: Buffer
let blank: Buffer
beforeAll(async () => {
  engine = warmEngine()
  woman = await draw([ines])
  jeans = await drawProduct(garmentNamed('jeans'), { scale: 0.7 })
  const white = { width: 400, height: 400, channels: 3, background: '#fff' } as const
  blank = await sharp({ create: white }).png().toBuffer()
})
afterAll(() => engine?.close())

/** People beside each other in a room. */
async function draw(models: readonly (typeof ines)[]): Promise<Buffer> {
  const width = SIZE.width * models.length
  const people = models.map((model, n) => {
    const x = SIZE.width * (n + 0.5)
    return { ...model, at: { x, y: 569 }, height: 492 }
  })
  const room = { ...ROOM, floor: 495, horizon: 320, plant: false }
  return (await drawPeople({ width, height: SIZE.height, seed: 11, room, people })).png
}

/** The code that a task ends with, or its picture. */
async function endOf(src: Buffer, ref: Buffer, category = 'lower_body'): Promise<string | Buffer> {
  const params = { garment_category: category, change_shoes: true }
  const request: PerformRequest = {
    feature: 'cloth-v3',
    stage: 'effect',
    params,
    files: { src, ref: [ref] },
  }
  const end = await engine.perform(request).then(
    ({ output }) => Buffer.from(output!.bytes),
    (error: unknown) => {
      if (error instanceof Fault) return codeOf(clothV3, error)
      throw error
    },
  )
  ended.add(typeof end === 'string' ? end : 'success')
  return end
}

/** The picture with grain, which no compression takes away: above ten megabytes at 2800 pixels. */
async function grainy(picture: Buffer): Promise<Buffer> {
  const size = { width: 2100, height: 2800 }
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const grain = sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
  const input = await grain.ensureAlpha(0.3).png({ compressionLevel: 1 }).toBuffer()
  const enlarged = sharp(picture).resize({ ...size, fit: 'fill' })
  return await enlarged.composite([{ input }]).png({ compressionLevel: 1 }).toBuffer()
}

describe('files', () => {
  test('error_decode_image: no bytes, or cut off, of either file', async () => {
    expect(await endOf(Buffer.alloc(0), jeans)).toBe('error_decode_image')
    expect(await endOf(woman.subarray(0, 300), jeans)).toBe('error_decode_image')
    expect(await endOf(woman, jeans.subarray(0, 300))).toBe('error_decode_image')
  })

  test('exceed_max_filesize: ten megabytes, or a side above 4096 pixels, of either file', async () => {
    // A file is weighed before anybody looks at what it is.
    const heavy = isEveryCaseTried()
      ? await grainy(woman)
      : Buffer.concat([woman, Buffer.alloc(10_000_000)])
    expect(heavy.length).toBeGreaterThan(10_000_000)
    expect(await endOf(heavy, jeans)).toBe('exceed_max_filesize')
    if (isEveryCaseTried())
      expect(await endOf(woman, await grainy(jeans))).toBe('exceed_max_filesize')
    const long = await sharp(blank).resize(4100, 400, { fit: 'fill' }).png().toBuffer()
    expect(await endOf(long, jeans)).toBe('exceed_max_filesize')
    expect(await endOf(woman, long)).toBe('exceed_max_filesize')
  })

  test('error_below_min_image_size: a side below 384 pixels, of either file', async () => {
    const small = (of: Buffer) => sharp(of).resize(380).png().toBuffer()
    expect(await endOf(await small(woman), jeans)).toBe('error_below_min_image_size')
    expect(await endOf(woman, await small(blank))).toBe('error_below_min_image_size')
  })
})

describe('pictures', () => {
  test('error_invalid_src: nobody', async () => {
    expect(await endOf(blank, jeans)).toBe('error_invalid_src')
  })

  test.runIf(isEveryCaseTried())('error_multi_person: two people', async () => {
    const two = await draw([ines, amara])
    expect(await endOf(two, jeans)).toBe('error_multi_person')
  })

  test.runIf(isEveryCaseTried())('error_pose: an arm raised beside the head', async () => {
    const sweater = await drawProduct(garmentNamed('sweater'), { scale: 0.7 })
    const raised = await draw([{ ...ines, pose: { ...ines.pose, leftArm: 120, leftElbow: 0 } }])
    expect(await endOf(raised, sweater, 'upper_body')).toBe('error_pose')
  })

  test('error_invalid_ref: no garment', async () => {
    expect(await endOf(woman, blank)).toBe('error_invalid_ref')
  })

  test('error_apply_region_mismatch: another category than asked for', async () => {
    expect(await endOf(woman, jeans, 'upper_body')).toBe('error_apply_region_mismatch')
  })

  test.runIf(isEveryCaseTried())(
    'error_editing_failed: a garment that is worn already',
    async () => {
      const sweater = await drawProduct(garmentNamed('sweater'), { scale: 0.7 })
      const dressed = await endOf(woman, sweater, 'upper_body')
      expect(dressed).toBeInstanceOf(Buffer)
      expect(await endOf(dressed as Buffer, sweater, 'upper_body')).toBe('error_editing_failed')
    },
  )
})

test('every code that a picture can cause has a picture above', () => {
  const causes = codesOf(clothV3).filter((code) => !OF_NO_PICTURE.includes(code))
  const tried = ['success', ...causes].filter(
    (code) => isEveryCaseTried() || !OF_LONG_RUNS.includes(code),
  )
  expect([...ended].sort()).toEqual(tried.sort())
})
