import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { LowerShape, TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { readGarment } from '../../../../../engine/effects/cloth-v3/read/read-garment.ts'
import type { Point } from '../../../../../engine/geometry/point.ts'
import { heightAt } from '../../../../../engine/geometry/polyline.ts'
import { decodePicture } from '../../../../../engine/media/decode-picture.ts'
import { readProduct } from '../../../../../engine/product/read-product.ts'
import { BOTTOMS } from '../../../../../samples/bottoms.ts'
import { drawProduct } from '../../../../../samples/draw-product.ts'
import type { GarmentArt } from '../../../../../samples/garment-art.ts'
import { amara, henrik } from '../../../../../samples/people.ts'
import { TOPS } from '../../../../../samples/tops.ts'
import { drawGarmentAlone } from '../../../../bench/garment-alone.ts'
import { sampled } from '../../../../setup/sampled.ts'

const MARGIN = 40

/** How far parts may be off, in widths of shoulders or waist, if not by 0.02: a straight shoulder has no corner. */
const MOST: Record<string, number> = {
  shoulder: 0.05,
  armpit: 0.03,
  throat: 0.03,
  cuffInner: 0.025,
  // A narrow notch closes before its end.
  crotch: 0.05,
}

/** Reads a drawing of a garment. */
async function read(png: Buffer) {
  return readGarment(readProduct(await decodePicture(png), { removeBackground: true, index: 0 }))
}

/** The corners of the left half that are read, in units of the drawing. */
async function cornersOf(art: GarmentArt): Promise<Record<string, Point>> {
  const { product, shape } = await read(await drawProduct(art, { scale: 1, margin: MARGIN }))
  const top = shape as TopShape
  const [sleeve] = top.sleeves!
  const dip = top.neckline.toSorted((a, b) => b.y - a.y)[0]!
  const read_ = {
    neck: top.neck[0],
    shoulder: top.tips[0],
    armpit: top.armpits[0],
    hem: top.hem[0]!,
    cuffInner: sleeve.inner.at(-1)!,
    cuffOuter: sleeve.outer.at(-1)!,
    throat: { x: art.middle, y: dip.y },
  }
  return Object.fromEntries(
    Object.entries(read_).map(([name, { x, y }]) => [
      name,
      {
        x: name === 'throat' ? x : x * product.scale + product.left - MARGIN,
        y: y * product.scale + product.top - MARGIN,
      },
    ]),
  )
}

describe('the parts of a drawn top', () => {
  test.each(sampled(2, TOPS))(
    '$name: neck, armpits, cuffs and hem lie where they are drawn',
    async (art) => {
      const found = await cornersOf(art)
      const shoulders = 2 * (art.middle - art.corners['shoulder']!.x)
      for (const [name, { x, y }] of Object.entries(found)) {
        const truth = art.corners[name]!
        const off = Math.hypot(x - truth.x, y - truth.y) / shoulders
        expect(off, name).toBeLessThan(MOST[name] ?? 0.02)
      }
    },
  )
})

describe('the parts of drawn trousers and skirts', () => {
  test.each(sampled(3, BOTTOMS))(
    '$name: waist, hem and crotch lie where they are drawn',
    async (art) => {
      const { product, kind, shape } = await read(
        await drawProduct(art, { scale: 1, margin: MARGIN }),
      )
      expect(kind).toBe(art.corners['crotch'] ? 'trousers' : 'skirt')
      const { waist, sides, legs } = shape as LowerShape
      const found: Record<string, Point | undefined> = {
        waist: waist[0],
        hemOuter: sides[0].at(-1),
        crotch: legs?.crotch,
        hemInner: legs?.inner[0].at(-1),
      }
      const wide = 2 * (art.middle - art.corners['waist']!.x)
      for (const [name, point] of Object.entries(found)) {
        if (!point) continue
        const truth = art.corners[name]!
        const x = point.x * product.scale + product.left - MARGIN - truth.x
        const y = point.y * product.scale + product.top - MARGIN - truth.y
        expect(Math.hypot(x, y) / wide, name).toBeLessThan(MOST[name] ?? 0.02)
      }
    },
  )
})

describe('a top on an invisible wearer', () => {
  const alone = async (cut: 'tee' | 'shirt') => {
    const person = { ...amara, at: { x: 0, y: 0 }, height: 1 }
    const look = { ...amara.look, top: { cut, colour: '#2f7f4f' }, bottom: henrik.look.bottom }
    const picture = await drawGarmentAlone({ ...person, look }, 'upper_body')
    return readProduct(picture, { removeBackground: true, index: 0 })
  }

  test('that is slim and long is a top or a dress as is asked for', async () => {
    const product = await alone('tee')
    const kinds = (['auto', 'upper_body', 'full_body'] as const).map(
      (asked) => readGarment(product, asked).kind,
    )
    expect(kinds).toEqual(['top', 'top', 'dress'])
  })

  test('has its shoulders where their line meets that of the sleeves, as far out as on broad arms', async () => {
    const { tips } = readGarment(await alone('tee'), 'upper_body').shape as TopShape
    const joints = 4 * amara.build.shoulders
    expect((tips[1].x - tips[0].x) / joints).toBeGreaterThan(1.1)
    expect((tips[1].x - tips[0].x) / joints).toBeLessThan(1.18)
  })

  test('with a collar: the inside of the back between its halves is not worn', async () => {
    const { shape } = readGarment(await alone('shirt'))
    const { neckline, nape } = shape as TopShape
    const lowest = (line: readonly Point[]) => Math.max(...line.map(({ y }) => y))
    expect(lowest(neckline)).toBeGreaterThan(lowest(nape) + 8)
  })
})

test('the front edge of a pointed neck lies where it is drawn, down to its point', async () => {
  const look = { ...amara.look, top: { cut: 'blouse' as const, colour: '#2f7f4f' } }
  const person = { ...amara, at: { x: 0, y: 0 }, height: 1, look }
  const picture = await drawGarmentAlone(person, 'upper_body')
  const product = readProduct(picture, { removeBackground: true, index: 0 })
  const { neckline, neck } = readGarment(product, 'upper_body').shape as TopShape
  const isInside = (x: number, y: number): boolean =>
    picture.data[4 * (Math.floor(y) * picture.width + Math.floor(x)) + 1]! < 60
  const wide = neck[1].x - neck[0].x
  for (const share of [0.35, 0.42, 0.5, 0.58, 0.65]) {
    const x = neck[0].x + share * wide
    const found = heightAt(neckline, x)! + product.top
    let drawn = found + 0.3 * wide
    while (!isInside(x + product.left, drawn)) drawn -= 0.5
    expect(Math.abs(found - drawn) / wide, `${share}`).toBeLessThan(0.03)
  }
})

test('the point of a deep neck is the front’s, where a bow would round it off', async () => {
  const top =
    'M320 150Q450 200 580 150L700 190 850 470 740 520 680 420 690 1050 210 1050 220 420 160 520 50 470 200 190Z'
  const inside = 'M320 150Q450 200 580 150Q560 300 450 440Q340 300 320 150Z'
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#f4f4f2"/>' +
    `<path d="${top}" fill="#b8433f"/><path d="${inside}" fill="#8f3430"/></svg>`
  const picture = await decodePicture(await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer())
  const product = readProduct(picture, { removeBackground: true, index: 0 })
  const { neckline } = readGarment(product, 'upper_body').shape as TopShape
  const lowest = product.scale * Math.max(...neckline.map(({ y }) => y)) + product.top
  // Within a twelfth of the neck’s width.
  expect(Math.abs(440 - lowest)).toBeLessThan(260 / 12)
})

describe('what is no garment from the front', () => {
  test('a coat with sleeves beside it is no skirt', async () => {
    const path =
      'M380 120Q450 170 520 120L650 160 740 700 660 720 600 420 640 1180 260 1180 300 420 240 720 160 700 250 160Z'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 1300" width="450" height="650"><rect width="900" height="1300" fill="#f4f4f2"/><path d="${path}" fill="#7a6248"/></svg>`
    const kind = await sharp(Buffer.from(svg))
      .removeAlpha()
      .png()
      .toBuffer()
      .then(read)
      .then(
        (garment) => garment.kind,
        ({ condition }: { condition: string }) => condition,
      )
    expect(['dress', 'reference']).toContain(kind)
  })

  test('a disc, two pieces and a garment from the side are refused with words', async () => {
    const draw = (art: string) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#fff"/>${art}</svg>`,
        ),
      )
        .removeAlpha()
        .png()
        .toBuffer()
    for (const art of [
      '<circle cx="200" cy="200" r="120" fill="#a33"/>',
      '<rect x="40" y="60" width="120" height="280" fill="#36a"/><rect x="240" y="60" width="120" height="280" fill="#36a"/>',
      '<path d="M120 40L220 40L240 120L360 200L330 240L230 180L230 360L110 360Z" fill="#383"/>',
    ]) {
      await expect(draw(art).then(read)).rejects.toMatchObject({ condition: 'reference' })
    }
  })
})
