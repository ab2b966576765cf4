import sharp from 'sharp'
import { productNamed } from './all-products.ts'
import { type BustOptions, bust } from './bust.ts'
import type { ProductArt } from './product-art.ts'
import type { DrawnScene, Point } from './scene.ts'
import { wrist } from './wrist.ts'

/** A product as somebody wears it, and where it is. */
export type WornProductPicture = {
  kind: 'earring' | 'necklace' | 'bracelet'
  name: string
  /** @param cloth the colour of what the wearer of a necklace has on */
  draw: (cloth?: string) => Promise<{
    png: Buffer
    /** The share of each pixel that is the product, one byte a pixel. */
    alpha: Uint8Array
    /** Where the product is held: the lobe, the ends of the chain, the edges of the arm; pixels. */
    anchors: Point[]
  }>
}

const SIZE = { width: 900, height: 1000 } as const

/** The diameter of an iris, centimetres. */
const IRIS = 1.17

/** What of a piece shows, in its own units: all of it, or what lies below its anchors. */
type Shown = { part: 'all' } | { part: 'front' }

/** Each drawn piece of jewellery as one of the sample people wears it. */
export const WORN_PRODUCTS: readonly WornProductPicture[] = [
  onEar('stud', 'amara'),
  onEar('drop', 'maren'),
  onEar('hoop', 'kofi'),
  onNeck('medallion', 'maren'),
  onNeck('linked', 'kofi'),
  onNeck('pearls', 'amara'),
  onWrist('bangle', 'maren'),
  onWrist('chain', 'kofi'),
  onWrist('beads', 'henrik'),
]

type Sitter = Parameters<typeof bust>[0]

function onEar(name: string, sitter: Sitter): WornProductPicture {
  return {
    kind: 'earring',
    name,
    draw: async () => {
      const drawn = await sit(sitter, { face: 0.42 })
      const art = productNamed(name)
      const { lobes, iris } = drawn.worn
      const tall = art.height - 2 * INSET[name]!
      const scale = ((art.centimetres / IRIS) * iris) / tall
      const [hook] = art.anchors
      const at = lobes.left
      const matrix = [scale, 0, 0, scale, at.x - scale * hook!.x, at.y - scale * hook!.y]
      return await putOn(drawn, art, matrix, { part: 'all' }, [at])
    },
  }
}

/** How much room the drawings of earrings have above and below, in their units. */
const INSET: Record<string, number> = { stud: 16, drop: 14, hoop: 12 }

function onNeck(name: string, sitter: Sitter): WornProductPicture {
  return {
    kind: 'necklace',
    name,
    draw: async (cloth) => {
      const drawn = await sit(sitter, { face: 0.36, lift: 6 }, cloth)
      const art = productNamed(name)
      // Left and right of a person are the other way round in the picture.
      const { left: right, right: left } = drawn.worn.neck
      const [from, to] = art.anchors
      const scale = (right.x - left.x) / (to!.x - from!.x)
      const matrix = [scale, 0, 0, scale, left.x - scale * from!.x, left.y - scale * from!.y]
      return await putOn(drawn, art, matrix, { part: 'front' }, [left, right])
    },
  }
}

function onWrist(name: string, sitter: Sitter): WornProductPicture {
  return {
    kind: 'bracelet',
    name,
    draw: async () => {
      const look = { top: { cut: 'tee', colour: '#3f7f86' } } as const
      const drawn = await wrist(sitter, { ...SIZE, look })
      const art = productNamed(name)
      const { joint, along, hand, width } = drawn.worn
      const middle = { x: joint.x + 0.14 * hand * along.x, y: joint.y + 0.14 * hand * along.y }
      const [from, to] = art.anchors
      const scale = (1.03 * width) / (to!.x - from!.x)
      // The front of the ring hangs towards the hand.
      const down = { x: -along.x, y: -along.y }
      const right = { x: down.y, y: -down.x }
      const flat = 0.85 * scale
      const centre = { x: (from!.x + to!.x) / 2, y: from!.y }
      const matrix = [
        right.x * scale,
        right.y * scale,
        down.x * flat,
        down.y * flat,
        middle.x - right.x * scale * centre.x - down.x * flat * centre.y,
        middle.y - right.y * scale * centre.x - down.y * flat * centre.y,
      ]
      const edge = (side: 1 | -1): Point => ({
        x: middle.x + (side * right.x * width) / 2,
        y: middle.y + (side * right.y * width) / 2,
      })
      return await putOn(drawn, art, matrix, { part: 'front' }, [edge(-1), edge(1)])
    },
  }
}

function sit(sitter: Sitter, options: BustOptions, colour = '#8d4a63') {
  const top = { cut: 'blouse', colour } as const
  return bust(sitter, { ...SIZE, ...options, look: { hairCut: 'bun', top } })
}

/** Lays a piece over a person, with a soft shadow beside it. */
async function putOn(
  scene: DrawnScene,
  art: ProductArt,
  matrix: readonly number[],
  { part }: Shown,
  anchors: Point[],
) {
  const { width, height } = SIZE
  const line = Math.min(...art.anchors.map(({ y }) => y))
  const clip = `<clipPath id="shown"><rect x="-900" y="${line}" width="3000" height="3000"/></clipPath>`
  const shown = part === 'all' ? art.markup : `<g clip-path="url(#shown)">${art.markup}</g>`
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${clip}`
  const placed = `<g transform="matrix(${matrix.map((value) => value.toFixed(5)).join(' ')})">${shown}</g>`
  const shadow =
    '<filter id="cast"><feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.05  0 0 0 0 0.05  0 0 0 0.4 0"/>' +
    '<feGaussianBlur stdDeviation="4"/></filter>'
  const layer = Buffer.from(`${open}</defs>${placed}</svg>`)
  const cast = Buffer.from(
    `${open}${shadow}</defs><g filter="url(#cast)" transform="translate(2 4)">${placed}</g></svg>`,
  )
  const png = await sharp(scene.png)
    .composite([{ input: cast }, { input: layer }])
    .removeAlpha()
    .png()
    .toBuffer()
  const { data } = await sharp(layer).extractChannel(3).raw().toBuffer({ resolveWithObject: true })
  return { png, alpha: new Uint8Array(data), anchors }
}
