import type { Feature } from '../../catalog/features/feature.ts'
import type { Engine } from '../../engine/perform.ts'
import { garmentNamed } from '../../samples/all-garments.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { detectBoxes, runEffect, tileOf } from './run-effect.ts'
import { samplePictures } from './sample-pictures.ts'
import type { GarmentSheetPlan } from './sheet-plan.ts'

/** Room around a body on a tile, as a share of its longer side. */
const ROOM = 0.05

/** A row for each picture: the person, and the person in each drawn garment. */
export async function garmentSheet(
  engine: Engine,
  feature: Feature,
  { pictures, garments }: GarmentSheetPlan,
): Promise<ContactSheet> {
  const columns = [0, ...garments.map((_, n) => n + 1)]
  const sheet: ContactSheet = { columns, pictures: [], rows: [] }
  for (const sample of await samplePictures(pictures)) {
    const [box] = await detectBoxes(engine, 'bodies', sample.bytes)
    sheet.pictures.push(sample.name)
    const cells: ContactSheet['rows'][number]['cells'] = [
      { tile: await tileOf(sample.bytes, box, ROOM) },
    ]
    const legends = []
    for (const [n, name] of garments.entries()) {
      const files = { src: sample.bytes, ref: [await drawProduct(garmentNamed(name))] }
      const done = await runEffect(engine, feature, { garment_category: 'auto' }, files)
      cells.push(done.bytes ? { tile: await tileOf(done.bytes, box, ROOM) } : 'refused')
      const { refused, ms } = done
      legends.push({ column: n + 1, value: name, ms, ...(refused && { refused }) })
    }
    sheet.rows.push({
      picture: sheet.pictures.length,
      cells,
      legend: { picture: sample.name, parameter: 'garment', cells: legends },
    })
  }
  return sheet
}
