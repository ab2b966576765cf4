import sharp from 'sharp'
import { productNamed } from './all-products.ts'
import { drawPair, drawProduct } from './draw-product.ts'
import { WORN_PRODUCTS } from './worn-products.ts'

/** A picture as a shop might send it, and whether a product can be cut out of it. */
export type ProductPicture = {
  name: string
  isGood: boolean
  /** What somebody in the picture wears; absent where the product is alone. */
  worn?: 'necklace'
  draw: () => Promise<Buffer>
}

const SIZE = { width: 300, height: 300 } as const

/** What product pictures should be, and what they should not. */
export const PRODUCT_PICTURES: readonly ProductPicture[] = [
  { name: 'plain, soft shadow', isGood: true, draw: () => drawProduct(productNamed('drop')) },
  {
    name: 'plain, grey',
    isGood: true,
    draw: () => drawProduct(productNamed('bangle'), { ground: '#c9ced4' }),
  },
  {
    name: 'transparent',
    isGood: true,
    draw: () => drawProduct(productNamed('pearls'), { ground: 'transparent' }),
  },
  { name: 'both of a pair', isGood: true, draw: () => drawPair(productNamed('hoop')) },
  {
    name: 'worn, with the face',
    isGood: true,
    worn: 'necklace',
    draw: async () => (await WORN_PRODUCTS.find(({ name }) => name === 'medallion')!.draw()).png,
  },
  { name: 'patterned ground', isGood: false, draw: () => onStripes('drop') },
  { name: 'worn, no face', isGood: false, draw: () => onNeck('medallion') },
  {
    name: 'too small',
    isGood: false,
    draw: () => drawProduct(productNamed('stud'), { scale: 0.15, margin: 900, shadow: 0 }),
  },
  {
    name: 'cut by the border',
    isGood: false,
    draw: async () => {
      const whole = await drawProduct(productNamed('bangle'))
      return await sharp(whole)
        .extract({ left: 0, top: 0, width: 560, height: 400 })
        .png()
        .toBuffer()
    },
  },
  {
    name: 'no product',
    isGood: false,
    draw: () => drawProduct({ ...SIZE, markup: '' }, { scale: 1 }),
  },
]

async function onStripes(name: string): Promise<Buffer> {
  const art = await drawProduct(productNamed(name), { ground: 'transparent' })
  const { width = 1, height = 1 } = await sharp(art).metadata()
  const stripes = Array.from(
    { length: Math.ceil(height / 60) },
    (_, n) => `<rect y="${n * 60}" width="${width}" height="30" fill="#5f7d6a"/>`,
  ).join('')
  return await laidOver(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="${width}" height="${height}" fill="#e9dfc8"/>${stripes}</svg>`,
    art,
  )
}

async function onNeck(name: string): Promise<Buffer> {
  const art = await drawProduct(productNamed(name), { ground: 'transparent', scale: 1 })
  const { width = 1, height = 1 } = await sharp(art).metadata()
  const [left, right] = [0.12 * width, 0.88 * width]
  return await laidOver(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="${width}" height="${height}" fill="#f6f6f4"/><path d="M${left} 0H${right}` +
      `Q${0.9 * width} ${0.35 * height} ${width} ${0.42 * height}V${height}H0V${0.42 * height}` +
      `Q${0.1 * width} ${0.35 * height} ${left} 0Z" fill="#c58c6a"/></svg>`,
    art,
  )
}

async function laidOver(ground: string, art: Buffer): Promise<Buffer> {
  return await sharp(Buffer.from(ground))
    .composite([{ input: art }])
    .removeAlpha()
    .png()
    .toBuffer()
}
