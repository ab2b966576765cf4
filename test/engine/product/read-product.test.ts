import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { holesOf, outlineOf, piecesOf } from '../../../engine/jewellery/product-shape.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { alphaOf, toProduct } from '../../../engine/product/product.ts'
import { type CutOutOptions, NotAlone, readProduct } from '../../../engine/product/read-product.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'
import { productNamed } from '../../../samples/all-products.ts'
import { BRACELETS } from '../../../samples/bracelets.ts'
import { drawPair, drawProduct } from '../../../samples/draw-product.ts'
import { EARRINGS } from '../../../samples/earrings.ts'
import { NECKLACES } from '../../../samples/necklaces.ts'
import { PRODUCT_PICTURES } from '../../../samples/product-pictures.ts'
import { sampled } from '../../setup/sampled.ts'

const OPTIONS: CutOutOptions = { removeBackground: true, index: 0 }

async function cut(png: Uint8Array, options: Partial<CutOutOptions> = {}) {
  return readProduct(await decodePicture(png), { ...OPTIONS, ...options })
}

function plain(colour: string, width = 200, height = 160) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

describe('hostile pictures', () => {
  const pixels = (width: number, height: number, alphaAt: (x: number, y: number) => number) => {
    const data = new Uint8ClampedArray(width * height * 4)
    for (let i = 0; i < width * height; i++) {
      data[i * 4 + 3] = alphaAt(i % width, Math.floor(i / width))
    }
    return { width, height, data }
  }
  test.each([
    ['a single pixel', pixels(1, 1, () => 255)],
    ['nothing but transparency', pixels(64, 64, () => 0)],
    ['a bare strip of one row', pixels(900, 1, () => 255)],
    ['a strip of one row beside nothing', pixels(900, 200, (_, y) => (y === 90 ? 255 : 0))],
    ['more specks than a call has arguments', pixels(800, 800, (x, y) => (x & y & 1) * 255)],
  ])('%s is refused as a reference', (_, picture) => {
    for (const removeBackground of [true, false]) {
      const reading = () => readProduct(picture, { ...OPTIONS, removeBackground })
      expect(reading).toThrow(expect.objectContaining({ condition: 'reference', role: 'ref' }))
    }
  })
})

describe('a product on a plain ground', () => {
  test.each(
    [EARRINGS, NECKLACES, BRACELETS].flatMap((all) => sampled(1, all)).map(({ name }) => name),
  )('%s is cut out as it was drawn, without its shadow', async (name) => {
    const art = productNamed(name)
    const size = { scale: 0.8 } as const
    const truth = await cut(await drawProduct(art, { ...size, ground: 'transparent' }))
    for (const ground of ['#ffffff', '#e4e7ea']) {
      const found = await cut(await drawProduct(art, { ...size, ground }))
      const [alpha, expected] = [alphaOf(found), alphaOf(truth)]
      let [both, either] = [0, 0]
      for (let y = 0; y < truth.height; y++) {
        for (let x = 0; x < truth.width; x++) {
          const at = { x: x + truth.left - found.left, y: y + truth.top - found.top }
          const inside = at.x >= 0 && at.y >= 0 && at.x < found.width && at.y < found.height
          const own = inside ? alpha[at.y * found.width + at.x]! : 0
          both += Math.min(own, expected[y * truth.width + x]!)
          either += Math.max(own, expected[y * truth.width + x]!)
        }
      }
      // The openings of links are five pixels wide here.
      const least = name === 'linked' || name === 'chain' ? 0.78 : 0.86
      expect(both / either, ground).toBeGreaterThan(least)
    }
  })

  test('edges take no colour of the ground with them', async () => {
    const art = productNamed('hoop')
    const product = await cut(await drawProduct(art, { scale: 1, ground: '#2060ff', shadow: 0 }))
    // Rose gold has less blue than red; an edge that kept the ground would have more.
    let bluish = 0
    let all = 0
    for (let i = 0; i < product.data.length; i += 4) {
      if (product.data[i + 3]! < 0.2) continue
      all++
      if (product.data[i + 2]! > 1.15 * product.data[i]!) bluish++
    }
    expect(bluish / all).toBeLessThan(0.03)
  })

  test('the inside of a hoop and of links is open', async () => {
    const hoop = await cut(await drawProduct(productNamed('hoop')))
    expect(holesOf(outlineOf(hoop))[0]!.area).toBeGreaterThan(0.5 * hoop.width * hoop.height)
    const chain = await cut(await drawProduct(productNamed('chain')))
    expect(holesOf(outlineOf(chain)).length).toBeGreaterThan(20)
  })

  test('two earrings are two pieces', async () => {
    expect(piecesOf(outlineOf(await cut(await drawPair(productNamed('stud'))))).length).toBe(2)
  })
})

describe('other ways to tell a product from its ground', () => {
  test('a mask, the file’s own alpha, or the picture as it is', async () => {
    const art = productNamed('stud')
    const png = await drawProduct(art, { scale: 1 })
    const white = await sharp({
      create: { width: 200, height: 200, channels: 3, background: '#000' },
    })
      .composite([{ input: await plain('#fff', 60, 60), left: 70, top: 70 }])
      .png()
      .toBuffer()
    const masked = await cut(png, { mask: await decodePicture(white) })
    expect([masked.width, masked.height]).toEqual([62, 62])
    expect(toProduct(masked, 69, 69)).toEqual({ x: 0.5, y: 0.5 })
    const clear = await cut(await drawProduct(art, { scale: 1, ground: 'transparent' }))
    expect(Math.abs(clear.width - 90)).toBeLessThan(4)
    const whole = await cut(png, { removeBackground: false })
    expect([whole.width, whole.height]).toEqual([200, 200])
    expect(alphaOf(whole).every((share) => share === 1)).toBe(true)
  })

  test('a mask of another shape is refused as the mask’s fault', async () => {
    const mask = await decodePicture(await plain('#fff', 100, 300))
    const png = await drawProduct(productNamed('stud'), { scale: 1 })
    await expect(cut(png, { mask })).rejects.toMatchObject({ role: 'refmsk' })
  })
})

describe('pictures with and without a usable product', () => {
  test.each(PRODUCT_PICTURES)(
    '$name, as the documentation draws it',
    async ({ isGood, worn, draw }) => {
      const picture = await draw()
      // These are cut out by who wears them.
      if (worn) await expect(cut(picture)).rejects.toBeInstanceOf(NotAlone)
      else if (isGood) expect((await cut(picture)).width).toBeGreaterThan(24)
      else await expect(cut(picture)).rejects.toMatchObject({ condition: 'reference', role: 'ref' })
    },
  )

  test('a person who wears it, on a plain ground', async () => {
    const neck = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240"
      fill="#fff"/><path d="M80 0H160V120Q220 140 240 240H0Q20 140 80 120Z" fill="#c58c6a"/>
      <path d="M80 110Q120 190 160 110" fill="none" stroke="#c9a23a" stroke-width="6"/></svg>`
    const worn = await sharp(Buffer.from(neck)).removeAlpha().png().toBuffer()
    await expect(cut(worn)).rejects.toThrow(/goes on beyond its border, as a person who wears/)
  })

  test('an empty ground, a speck, a restless ground', async () => {
    const refused = { condition: 'reference', role: 'ref' }
    await expect(cut(await plain('#ffffff'))).rejects.toMatchObject(refused)
    const speck = sharp(await plain('#ffffff')).composite([
      { input: await plain('#222222', 5, 5), left: 90, top: 70 },
    ])
    await expect(cut(await speck.png().toBuffer())).rejects.toMatchObject(refused)
    const random = seededRandom(7)
    const noise = Buffer.from(Array.from({ length: 200 * 160 * 3 }, () => random() * 255))
    const restless = sharp(noise, { raw: { width: 200, height: 160, channels: 3 } })
    await expect(cut(await restless.png().toBuffer())).rejects.toThrow(/no plain ground/)
  })
})

describe('what is left of a shadow beside a garment', () => {
  /** How opaque the middle of a shadow of such a side and softness is in the armpit of a shirt. */
  async function alphaOfShadow(shirt: string, side: number, sigma: number): Promise<number> {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">
      <rect width="400" height="400" fill="#fff"/><defs><filter id="s" x="-1" y="-1" width="3" height="3">
      <feGaussianBlur stdDeviation="${sigma}"/></filter></defs>
      <rect x="290" y="145" width="${side + 10}" height="${side + 5}" fill="#b4b4b4" filter="url(#s)"/>
      <path d="M60 60H380V150H300V360H60Z" fill="${shirt}"/></svg>`
    const png = await sharp(Buffer.from(svg)).png().toBuffer()
    const product = await cut(png, { goods: 'garment' })
    const at = toProduct(product, 304, 154)
    return alphaOf(product)[Math.floor(at.y) * product.width + Math.floor(at.x)]!
  }

  test('goes with the ground where it is small, and what is larger is pale cloth', async () => {
    expect(await alphaOfShadow('#108a6c', 10, 2.5)).toBeLessThan(0.15)
    expect(await alphaOfShadow('#108a6c', 16, 2.5)).toBe(1)
  })

  test('is of the garment where it has edges, or where all of it has the hue of the ground', async () => {
    expect(await alphaOfShadow('#108a6c', 10, 0.1)).toBe(1)
    expect(await alphaOfShadow('#808080', 10, 2.5)).toBe(1)
  })
})
