import type { Feature } from '../../catalog/features/feature.ts'
import type { Box } from '../../engine/geometry/box.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import type { Engine } from '../../engine/perform.ts'
import { detectHands } from '../../engine/vision/hands/detect-hands.ts'
import { productNamed } from '../../samples/all-products.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { detectBoxes, runEffect, tileOf } from './run-effect.ts'
import { type Sample, samplePictures } from './sample-pictures.ts'
import type { ProductSheetPlan } from './sheet-plan.ts'

/** Room around a face or a hand on a tile, as a share of its longer side. */
const ROOM = 0.6

/** A sheet of pictures and sets of parameters: the source, and each drawn product worn. */
export async function productSheet(
  engine: Engine,
  feature: Feature,
  { pictures, finds, products, tasks }: ProductSheetPlan,
): Promise<ContactSheet> {
  const columns = [0, ...products.map((_, n) => n + 1)]
  const sheet: ContactSheet = { columns, pictures: [], rows: [] }
  for (const sample of await samplePictures(pictures)) {
    const box = await largestOf(engine, finds, sample)
    sheet.pictures.push(sample.name)
    for (const parameter of tasks) {
      const cells = await Promise.all(
        products.map(async (name) => {
          const files = { src: sample.bytes, ref: [await drawProduct(productNamed(name))] }
          const params = { source_info: { name: '0' }, object_infos: [{ name: '0', parameter }] }
          return { name, ...(await runEffect(engine, feature, params, files)) }
        }),
      )
      const shown = cells.map(async ({ bytes }) =>
        bytes ? { tile: await tileOf(bytes, box, ROOM) } : ('refused' as const),
      )
      sheet.rows.push({
        picture: sheet.pictures.length,
        cells: [{ tile: await tileOf(sample.bytes, box, ROOM) }, ...(await Promise.all(shown))],
        legend: {
          picture: sample.name,
          parameter: JSON.stringify(parameter),
          cells: cells.map(({ name, refused, ms }, n) => ({
            column: n + 1,
            value: name,
            ms,
            ...(refused && { refused }),
          })),
        },
      })
    }
  }
  return sheet
}

async function largestOf(
  engine: Engine,
  finds: ProductSheetPlan['finds'],
  { bytes }: Sample,
): Promise<Box | undefined> {
  const boxes =
    finds === 'faces' ? await detectBoxes(engine, 'faces', bytes) : await hands(engine, bytes)
  return boxes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
}

async function hands(engine: Engine, bytes: Uint8Array): Promise<Box[]> {
  const limits = { formats: ['jpeg', 'png'], maxBytes: 50_000_000, maxLongSide: 8000 } as const
  const { picture } = await openPicture(bytes, limits)
  return (await detectHands(picture, await engine.vision())).map(({ box }) => box)
}
