import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { cutGarment } from '../../../../../engine/effects/cloth-v3/read/cut-garment.ts'
import { readGarment } from '../../../../../engine/effects/cloth-v3/read/read-garment.ts'
import { distance } from '../../../../../engine/geometry/point.ts'
import { decodePicture } from '../../../../../engine/media/decode-picture.ts'
import type { Product } from '../../../../../engine/product/product.ts'
import { garmentNamed } from '../../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../../samples/draw-product.ts'

const TEE =
  'M160 90Q210 112 260 90L330 118 388 190 346 226 312 200 314 420 106 420 108 200 74 226 32 190 90 118Z'

async function cut(art: string, ground: string): Promise<Product[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="520"><rect width="420" height="520" fill="${ground}"/>${art}</svg>`
  return cutGarment(
    await decodePicture(await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()),
  )
}

/** The share of a cut-out's box that is opaque. */
function solidOf({ data, width, height }: Product): number {
  let sum = 0
  for (let i = 3; i < data.length; i += 4) sum += data[i]!
  return sum / (width * height)
}

// Shops lay white cloth on grounds that are as good as white: it has their hue, and no shadow tells it.
test.each([
  ['brighter than its ground', '#f4f4f4', '#fbfbfb', '#dddddd'],
  ['darker than its ground', '#ffffff', '#f7f6f4', '#e4e2de'],
])('white cloth with letters, %s, is cut out whole and read', async (_, ground, cloth, fold) => {
  const [product] = await cut(
    `<path d="${TEE}" fill="${cloth}"/><path d="M130 240L160 400M290 230L270 410" stroke="${fold}" stroke-width="3"/>` +
      '<path d="M170 250h80v60h-80z" fill="#223"/>',
    ground,
  )
  expect(product!.width).toBeGreaterThan(340)
  expect(solidOf(product!)).toBeGreaterThan(0.6)
  expect(readGarment(product!, 'upper_body').kind).toBe('top')
})

// Pale cloth between dark spots passes for ground that is seen through holes near the hem.
test('a pale panel with a bold print keeps its cloth, which no outline tells', async () => {
  const spots = Array.from({ length: 48 }, (_, n) => {
    const [x, y] = [136 + 21 * (n % 8), 326 + 13 * Math.floor(n / 8)]
    return `<circle cx="${x}" cy="${y}" r="6"/>`
  })
  const [product] = await cut(
    `<path d="${TEE}" fill="#b08070"/><path d="M132 322H288V400H132Z" fill="#f6f6f6"/>${spots.join('')}`,
    '#ffffff',
  )
  expect(solidOf(product!)).toBeGreaterThan(0.62)
})

test('coloured cloth with a soft shadow keeps the cut-out without it', async () => {
  const shadow =
    '<filter id="s"><feGaussianBlur stdDeviation="7"/></filter>' +
    `<path d="${TEE}" transform="translate(6 9)" fill="#000" opacity=".25" filter="url(#s)"/>`
  const [product] = await cut(`${shadow}<path d="${TEE}" fill="#2f7f4f"/>`, '#ffffff')
  expect(product!.height).toBeLessThan(340)
})

// Where a stripe as pale as the ground meets it, single pixels of its edge are lost: no reason to take the shadow too.
test('striped cloth with a soft shadow keeps the cut-out without it', async () => {
  const drawn = await drawProduct(garmentNamed('striped-dress'), { scale: 0.6 })
  const [product] = cutGarment(await decodePicture(drawn))
  const { shape } = readGarment(product!, 'full_body') as { shape: TopShape }
  // The armpits lie where the sleeves part from the body, not at the end of the shadow between them.
  const deep = shape.armpits[0].y - shape.tips[0].y
  expect(deep / distance(...shape.tips)).toBeLessThan(0.45)
})

// A print in the ground's own white is no hole; what a sleeve that touches the hem encloses is one.
test.each([
  [
    'white print',
    '<path d="M160 230h14v30h-14zM186 230h14v30h-14zM170 280h80v60h-80z" fill="#fff"/>',
    (x: number, y: number) => Math.abs(x - 210) < 50 && y > 220 && y < 350,
    1,
  ],
  [
    'a gap beside a sleeve',
    '<path d="M324 180L400 230 370 420 300 420 300 400 345 400 350 260 300 220Z" fill="#17181a"/>',
    (x: number, y: number) => x > 322 && x < 336 && y > 270 && y < 390,
    0,
  ],
])('dark cloth with %s on white', async (_, art, isInside, share) => {
  const [product] = await cut(`<path d="${TEE}" fill="#17181a"/>${art}`, '#ffffff')
  const { data, width, height, left, top } = product!
  let [sum, count] = [0, 0]
  for (let at = 0; at < width * height; at++) {
    if (!isInside(left + (at % width), top + Math.floor(at / width))) continue
    sum += data[at * 4 + 3]!
    count++
  }
  expect(sum / count).toBeCloseTo(share, 2)
})

// On black cloth the edge at the neck is faint, and letters below it are not.
test('white letters are no neck', async () => {
  const [product] = await cut(
    `<path d="${TEE}" fill="#202124"/><path d="M162 91Q210 112 258 91 236 124 210 124 184 124 162 91Z" fill="#0c0c0e"/>` +
      '<path d="M170 150h80v22h-80z" fill="#fff"/>',
    '#ffffff',
  )
  const { shape } = readGarment(product!, 'upper_body')
  const neckline = 'neckline' in shape ? shape.neckline : []
  const deepest = Math.max(...neckline.map(({ y }) => y + product!.top))
  expect(deepest).toBeGreaterThan(112)
  expect(deepest).toBeLessThan(132)
})

test('a band below the ground, which gives a picture its shape, is no ground', async () => {
  const [product] = await cut(
    `<path d="${TEE}" fill="#fff"/><rect y="470" width="420" height="50" fill="#fff"/>`,
    '#eee0da',
  )
  expect(readGarment(product!, 'upper_body').kind).toBe('top')
})
