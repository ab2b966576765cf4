import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import { codeOf } from '../../../catalog/features/code-of.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { readLook } from '../../../catalog/looks/read-look.ts'
import { putOnLook } from '../../../engine/effects/look-vto/look-vto.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import type { Engine, PerformRequest } from '../../../engine/perform.ts'
import { detectFaces } from '../../../engine/vision/faces/detect-faces.ts'
import { productNamed } from '../../../samples/all-products.ts'
import { bust } from '../../../samples/bust.ts'
import { drawProduct } from '../../../samples/draw-product.ts'
import { WORN_PRODUCTS } from '../../../samples/worn-products.ts'
import { wrist } from '../../../samples/wrist.ts'
import { REFUSED } from '../../hostile/refused.ts'
import { isEveryCaseTried, sampled } from '../../setup/sampled.ts'
import { turnBust } from '../face/turn-head.ts'
import { warmEngine } from '../warm-engine.ts'

const TRY_ONS = [
  { feature: '2d-vto/earring', product: 'stud' },
  { feature: '2d-vto/necklace', product: 'medallion' },
  { feature: '2d-vto/bracelet', product: 'bangle' },
] as const

/** Files that take much memory or time, or lie about what they are. */
const HOSTILE = REFUSED.filter(({ name }) =>
  /(PDF|SVG|HEIC|GIF).*sent as a JPEG$|animation of|30,000 × 30,000|2,646 scans/.test(name),
)

let engine: Engine
let blank: Buffer
let head: Buffer
let hand: Buffer
let sleeve: Buffer
beforeAll(async () => {
  engine = warmEngine()
  const white = { width: 480, height: 480, channels: 3, background: '#fff' } as const
  blank = await sharp({ create: white }).png().toBuffer()
  head = (await bust('maren', { width: 480, height: 540, face: 0.42 })).png
  hand = (await wrist('maren', { width: 480, height: 540 })).png
  const top = { cut: 'shirt', colour: '#3f7f86' } as const
  sleeve = (await wrist('maren', { width: 480, height: 540, look: { top } })).png
})
afterAll(() => engine?.close())

/** A file with more bytes than a task takes. */
function heavier(file: Buffer): Buffer {
  return Buffer.concat([file, Buffer.alloc(10 * 1024 * 1024)])
}

/** The code that a task ends with, or `success`. */
async function codeFrom(feature: string, files: PerformRequest['files'], params: object) {
  const request = { feature, stage: 'effect', params: { ...params }, files } as const
  return engine.perform(request).then(
    () => 'success',
    (error: unknown) => {
      if (error instanceof Fault) return codeOf(findFeature(feature)!, error)
      throw error
    },
  )
}

describe.each(sampled(1, TRY_ONS))('$feature', ({ feature, product }) => {
  const isHand = feature === '2d-vto/bracelet'
  const objects = { source_info: { name: '0' }, object_infos: [{ name: '0' }] }
  const codeWith = async (src: Buffer, ref?: Buffer, params: object = objects) =>
    codeFrom(feature, { src, ref: [ref ?? (await drawn())] }, params)
  const source = (): Buffer => (isHand ? hand : head)
  let drawing: Promise<Buffer> | undefined
  const drawn = () => (drawing ??= drawProduct(productNamed(product)))

  test('INPUT_MAIN_IMAGE_EMPTY and INPUT_ERROR: a file of no bytes, one cut off', async () => {
    expect(await codeWith(Buffer.alloc(0))).toBe('INPUT_MAIN_IMAGE_EMPTY')
    expect(await codeWith(source().subarray(0, 200))).toBe('INPUT_ERROR')
    expect(await codeWith(source(), source().subarray(0, 200))).toBe('INPUT_ERROR')
    const ref = [await drawn()]
    const files = { src: source(), ref, srcmsk: source().subarray(0, 200) }
    expect(await codeFrom(feature, files, objects)).toBe('INPUT_ERROR')
  })

  test.runIf(isEveryCaseTried())(
    'success: a product picture in which somebody else wears it',
    async () => {
      const { png } = await WORN_PRODUCTS.find(({ name }) => name === product)!.draw()
      const parameter = feature === '2d-vto/earring' ? { earring_wearing_location: [330, 300] } : {}
      const params = { ...objects, object_infos: [{ name: '0', parameter }] }
      expect(await codeWith(source(), png, params)).toBe('success')
    },
  )

  test('PHOTO_DETECTION_FAIL: nobody', async () => {
    expect(await codeWith(blank)).toBe('PHOTO_DETECTION_FAIL')
  })

  test('PHOTO_CHECK_INVALID: a side too long, or nothing to wear it on', async () => {
    const long = sharp(source()).resize(4200, 40, { fit: 'fill' })
    expect(await codeWith(await long.png().toBuffer())).toBe('PHOTO_CHECK_INVALID')
    // A face of few pixels, a neck that the edge cuts off, a hand whose sleeved arm is out of the picture.
    const cut = {
      '2d-vto/earring': () => sharp(head).resize(130),
      '2d-vto/necklace': () => sharp(head).extract({ left: 0, top: 0, width: 480, height: 350 }),
      '2d-vto/bracelet': () =>
        sharp(sleeve).extract({ left: 0, top: 280, width: 480, height: 260 }),
    }[feature]
    expect(await codeWith(await cut().png().toBuffer())).toBe('PHOTO_CHECK_INVALID')
  })

  test('OBJECT_DETECTION_FAIL: no product', async () => {
    expect(await codeWith(source(), blank)).toBe('OBJECT_DETECTION_FAIL')
    // Somebody who wears nothing.
    expect(await codeWith(source(), source())).toBe('OBJECT_DETECTION_FAIL')
  })

  test('exceed_max_filesize: a file of more than 10 MB, in either place', async () => {
    expect(await codeWith(heavier(source()))).toBe('exceed_max_filesize')
    expect(await codeWith(source(), heavier(source()))).toBe('exceed_max_filesize')
  })

  test('name of a product: it tells which of the files is worn', async () => {
    const ref = [blank, await drawn()]
    const parameter = feature === '2d-vto/earring' ? { earring_wearing_location: [330, 300] } : {}
    const codeNaming = (name: string) =>
      codeFrom(feature, { src: source(), ref }, { ...objects, object_infos: [{ name, parameter }] })
    expect(await codeNaming('1')).toBe('success')
    expect(await codeNaming('0')).toBe('OBJECT_DETECTION_FAIL')
  })

  test('invalid_parameter: a name that no file has, a mask of another shape', async () => {
    const params = { ...objects, object_infos: [{ name: '3' }] }
    expect(await codeWith(source(), undefined, params)).toBe('invalid_parameter')
    const ref = [await drawn()]
    const files = { src: source(), ref, srcmsk: blank }
    expect(await codeFrom(feature, files, objects)).toBe('invalid_parameter')
  })

  test.runIf('refmsk' in findFeature(feature)!.files)(
    'mask_name of a product: the mask tells what the product is, and is one of the files',
    async () => {
      const art = await drawProduct(productNamed(product), { ground: 'transparent' })
      const own = await sharp(art).extractChannel('alpha').png().toBuffer()
      const nothing = await sharp(own).linear(0, 0).png().toBuffer()
      const parameter = isHand ? {} : { earring_wearing_location: [330, 300] }
      const codeMasked = (mask: Buffer, mask_name: string) => {
        const params = { ...objects, object_infos: [{ name: '0', mask_name, parameter }] }
        return codeFrom(feature, { src: source(), ref: [art], refmsk: [nothing, mask] }, params)
      }
      expect(await codeMasked(own, '1')).toBe('success')
      expect(await codeMasked(own, '0')).toBe('OBJECT_DETECTION_FAIL')
      expect(await codeMasked(own, '3')).toBe('invalid_parameter')
    },
  )

  test('success: what has no edge is worn whole where its background is to stay', async () => {
    const kind = feature.split('/')[1]!
    const given = {
      earring: {
        earring_anchor_point: [240, 0],
        earring_wearing_location: [330, 300],
        earring_occluded_type: 2,
      },
      necklace: {
        necklace_anchor_point: [
          [0, 0],
          [479, 0],
        ],
      },
      bracelet: {
        bracelet_anchor_point: [
          [0, 240],
          [479, 240],
        ],
      },
    }[kind]!
    const params = (change: object) => ({
      ...objects,
      object_infos: [{ name: '0', parameter: { ...given, ...change } }],
    })
    expect(await codeWith(source(), blank, params({}))).toBe('OBJECT_DETECTION_FAIL')
    const kept = { [`${kind}_need_remove_background`]: false }
    expect(await codeWith(source(), blank, params(kept))).toBe('success')
  })

  // In `npm test` `earring.test.ts` has such a mask.
  test.runIf(isEveryCaseTried())(
    'a mask of the source is black where something is in front of what is worn',
    async () => {
      const ref = [await drawn()]
      const { width, height } = await sharp(source()).metadata()
      const black = { create: { width, height, channels: 3, background: '#000' } } as const
      const parameter = feature === '2d-vto/earring' ? { earring_wearing_location: [330, 300] } : {}
      const params = { ...objects, object_infos: [{ name: '0', parameter }] }
      const masked = async (mask: Sharp) =>
        codeFrom(feature, { src: source(), ref, srcmsk: await mask.png().toBuffer() }, params)
      expect(await masked(sharp(black).negate())).toBe('success')
      expect(await masked(sharp(black))).toBe('PHOTO_CHECK_INVALID')
    },
  )
})

// All three open products alike.
test.each(sampled(2, HOSTILE))('a product file is refused: $name', async ({ bytes }) => {
  const files = { src: hand, ref: [await bytes()] }
  const params = { source_info: { name: '0' }, object_infos: [{ name: '0' }] }
  const code = await codeFrom('2d-vto/bracelet', files, params)
  expect(code).toMatch(/^(INPUT_ERROR|PHOTO_CHECK_INVALID)$/)
})

describe('look-vto', () => {
  const codeOn = (src: Buffer) => codeFrom('look-vto', { src }, { template_id: 'daily_bare' })

  test('template_id tells which look is put on', async () => {
    const [picture, vision] = [await decodePicture(head), await engine.vision()]
    const [face] = await detectFaces(picture, vision)
    for (const template_id of sampled(1, ['party_neon', 'daily_bare'])) {
      const request = { stage: 'effect', params: { template_id }, files: { src: head } } as const
      const { output } = await engine.perform({ feature: 'look-vto', ...request })
      const made = await decodePicture(output!.bytes)
      const off = (id: string) => {
        const { data } = putOnLook(picture, face!, readLook(id))
        return made.data.reduce((sum, level, i) => sum + Math.abs(level - data[i]!), 0)
      }
      const other = template_id === 'daily_bare' ? 'party_neon' : 'daily_bare'
      expect(off(template_id)).toBeLessThan(0.5 * off(other))
    }
  })

  test('files and sizes', async () => {
    expect(await codeOn(Buffer.alloc(0))).toBe('error_decode_image')
    expect(await codeOn(head.subarray(0, 200))).toBe('error_decode_image')
    expect(await codeOn(await sharp(head).resize(90).png().toBuffer())).toBe(
      'error_below_min_image_size',
    )
    const long = sharp(head).resize(2000, 200, { fit: 'fill' })
    expect(await codeOn(await long.png().toBuffer())).toBe('error_exceed_max_image_size')
    expect(await codeOn(heavier(head))).toBe('exceed_max_filesize')
  })

  test('nobody, a small face, one that the edge cuts', async () => {
    expect(await codeOn(blank)).toBe('error_face_position_invalid')
    const far = sharp(head).resize(140).extend({ right: 500, background: '#9fb0a6' })
    expect(await codeOn(await far.png().toBuffer())).toBe('error_face_position_too_small')
    const cut = sharp(head).extract({ left: 190, top: 0, width: 290, height: 540 })
    expect(await codeOn(await cut.png().toBuffer())).toBe('error_face_position_out_of_boundary')
  })

  test.runIf(isEveryCaseTried())('a face that is turned aside or raised too far', async () => {
    const upright = await bust('ines', { width: 640, height: 720, face: 0.36, tilt: 0 })
    const turned = async (turn: Parameters<typeof turnBust>[1]) => {
      const { width, height, data } = await turnBust(upright, turn)
      const raw = { raw: { width, height, channels: 4 } } as const
      return codeOn(await sharp(data, raw).png().toBuffer())
    }
    // Such a drawing is seen as turned less than it is.
    expect(await turned({ yaw: 30 })).toBe('success')
    expect(await turned({ yaw: -46 })).toBe('error_face_angle_invalid')
    expect(await turned({ pitch: 20 })).toBe('success')
    expect(await turned({ pitch: 44 })).toBe('error_face_angle_invalid')
  })
})

// `hair-codes.test.ts` has these codes, too.
describe.runIf(isEveryCaseTried())('hair-transfer', () => {
  const codeOn = (src: Buffer) => codeFrom('hair-transfer', { src }, { template_id: 'male_crew' })
  const jpeg = (picture: Sharp) => picture.jpeg().toBuffer()
  const SEAT = { width: 480, height: 540, face: 0.29 }
  let seated: Buffer
  beforeAll(async () => {
    seated = (await bust('kofi', SEAT)).png
  })

  test('files and sizes', async () => {
    expect(await codeOn(Buffer.alloc(0))).toBe('error_decode_image')
    expect(await codeOn((await jpeg(sharp(seated))).subarray(0, 200))).toBe('error_decode_image')
    expect(await codeOn(seated)).toBe('error_decode_image')
    const long = sharp(seated).resize(1100, 300, { fit: 'fill' })
    expect(await codeOn(await jpeg(long))).toBe('error_exceed_max_image_size')
    expect(await codeOn(heavier(await jpeg(sharp(seated))))).toBe('exceed_max_filesize')
  })

  test('nobody, two people, a head tilted too far, a small face, no shoulders, no room', async () => {
    expect(await codeOn(await jpeg(sharp(blank)))).toBe('error_no_face')
    const two = sharp(seated).extend({ right: 480, background: '#888' })
    const pair = two.composite([{ input: seated, left: 480, top: 0 }])
    expect(await codeOn(await jpeg(pair))).toBe('error_multiple_people')
    const tilted = sharp((await bust('kofi', { width: 480, height: 540, tilt: 44 })).png)
    expect(await codeOn(await jpeg(tilted))).toBe('error_large_face_angle')
    expect(await codeOn(await jpeg(sharp(seated).resize(360)))).toBe('error_face_pose')
    const above = { left: 0, top: 0, width: 480, height: 262 }
    expect(await codeOn(await jpeg(sharp(seated).extract(above)))).toBe('error_no_shoulder')
  })

  test('long hair that would come off', async () => {
    const long = sharp((await bust('amara', SEAT)).png)
    expect(await codeOn(await jpeg(long))).toBe('error_hair_too_short')
  })
})
