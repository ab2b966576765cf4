import sharp from 'sharp'
import { Fault } from '../../catalog/failures/fault.ts'
import type { Engine } from '../../engine/perform.ts'
import { garmentNamed } from '../../samples/all-garments.ts'
import { bust, type SitterName } from '../../samples/bust.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { onePerson } from '../../samples/one-person.ts'
import { drawTiles, type Tile } from './draw-tiles.ts'

/** What is put on whom, and whether the effect does so. */
type Transfer = {
  name: string
  feature: 'cloth-v3' | 'hair-transfer'
  isGood: boolean
  source: () => Promise<Uint8Array>
  reference?: () => Promise<Uint8Array>
  params?: Record<string, unknown>
}

type Who = 'amara' | 'henrik' | 'ines' | 'kofi' | 'maren'

const garment = (name: string) => () => drawProduct(garmentNamed(name))
const standing = (who: Who) => async () => (await onePerson(who)).png
const seated =
  (who: SitterName, face = 0.3) =>
  async () =>
    // Hair transfer takes no PNG.
    await sharp((await bust(who, { face })).png)
      .jpeg({ quality: 95 })
      .toBuffer()

function worn(who: Who, what: string, isGood: boolean, words = ''): Transfer {
  return {
    name: words || what.replaceAll('-', ' '),
    feature: 'cloth-v3',
    isGood,
    source: standing(who),
    reference: garment(what),
    params: { garment_category: 'auto' },
  }
}

const GARMENTS: readonly Transfer[] = [
  worn('ines', 'striped-tee', true),
  worn('kofi', 'jeans', true),
  worn('kofi', 'jacket', true),
  worn('henrik', 'sweater', true),
  worn('kofi', 'shorts', false, 'shorter than worn'),
  worn('amara', 'jeans', false, 'trousers over a skirt'),
  worn('kofi', 'tee', false, 'short sleeves over long'),
  {
    ...worn('kofi', 'jeans', false, 'a worn skirt over trousers'),
    reference: standing('maren'),
  },
]

function style(who: SitterName, template: string): Transfer {
  return {
    name: template.replaceAll('_', ' '),
    feature: 'hair-transfer',
    isGood: true,
    source: seated(who),
    params: { template_id: template },
  }
}

function ofReference(who: SitterName, from: SitterName, isGood: boolean, name: string): Transfer {
  return { name, feature: 'hair-transfer', isGood, source: seated(who), reference: seated(from) }
}

const HAIR: readonly Transfer[] = [
  style('kofi', 'female_beach_waves'),
  style('henrik', 'male_quiff'),
  ofReference('kofi', 'amara', true, 'long hair of a picture'),
  ofReference('maren', 'henrik', true, 'short hair of a picture'),
  ofReference('amara', 'henrik', false, 'shorter than the old hair'),
  ofReference('ines', 'kofi', false, 'ears under the old hair'),
  {
    ...ofReference('henrik', 'amara', false, 'cut by the frame'),
    reference: seated('amara', 0.75),
  },
  {
    ...ofReference('henrik', 'amara', false, 'a head too small'),
    reference: seated('amara', 0.12),
  },
]

/** Draws garments that can be worn in the first row and such that are refused in the second: a JPEG. */
export function drawWornGarments(engine: Engine): Promise<Buffer> {
  return drawTransfers(engine, GARMENTS, { width: 240, height: 320 })
}

/** Draws hair that can be worn in the first row and such that is refused in the second: a JPEG. */
export function drawWornHair(engine: Engine): Promise<Buffer> {
  return drawTransfers(engine, HAIR, { width: 240, height: 270 })
}

async function drawTransfers(
  engine: Engine,
  transfers: readonly Transfer[],
  size: { width: number; height: number },
): Promise<Buffer> {
  const tiles: Tile[] = []
  for (const transfer of transfers) tiles.push(await drawTransfer(engine, transfer, size))
  return await drawTiles(tiles, { columns: 4, ...size })
}

/** The result, or the person where it is refused, with the reference in a corner. Throws where it is not as stated. */
async function drawTransfer(
  engine: Engine,
  { name, feature, isGood, source, reference, params = {} }: Transfer,
  { width, height }: { width: number; height: number },
): Promise<Tile> {
  const src = await source()
  const ref = await reference?.()
  const files = { src, ...(ref && { ref: [ref] }) }
  const made = await engine.perform({ feature, stage: 'effect', params, files }).then(
    ({ output }) => output?.bytes,
    (error: unknown) => {
      if (!(error instanceof Fault) || isGood) throw error
      return undefined
    },
  )
  if ((made !== undefined) !== isGood) throw new Error(`${name} is accepted.`)
  const person = sharp(
    await sharp(made ?? src)
      .resize(width, height, { fit: 'cover' })
      .toBuffer(),
  )
  if (!ref) return { name, isGood, picture: await person.png().toBuffer() }
  const inset = await sharp(ref)
    .flatten({ background: '#ffffff' })
    .resize(Math.round(width / 3), Math.round(width / 3), { fit: 'contain', background: '#ffffff' })
    .toBuffer()
  const picture = await person
    .composite([{ input: inset, gravity: 'northeast' }])
    .png()
    .toBuffer()
  return { name, isGood, picture }
}
