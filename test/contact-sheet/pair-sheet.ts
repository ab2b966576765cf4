import type { Feature } from '../../catalog/features/feature.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { detectBoxes, runEffect, tileOf } from './run-effect.ts'
import { samplePictures } from './sample-pictures.ts'
import type { PairSheetPlan } from './sheet-plan.ts'

/** A sheet of all pairs of pictures: the source, the reference, and the source with the reference's face. */
export async function pairSheet(
  engine: Engine,
  feature: Feature,
  { pictures, parameters }: PairSheetPlan,
): Promise<ContactSheet> {
  const samples = await samplePictures(pictures)
  const sheet: ContactSheet = { columns: [0, 1, 2], pictures: [], rows: [] }
  for (const target of samples) {
    const [box] = await detectBoxes(engine, 'faces', target.bytes)
    sheet.pictures.push(target.name)
    for (const source of samples) {
      if (source === target) continue
      const [own] = await detectBoxes(engine, 'faces', source.bytes)
      const files = { src: target.bytes, ref: [source.bytes] }
      const { bytes, refused, ms } = await runEffect(engine, feature, parameters, files)
      const [value] = Object.values(parameters)
      sheet.rows.push({
        picture: sheet.pictures.length,
        cells: [
          { tile: await tileOf(target.bytes, box, 0.2) },
          { tile: await tileOf(source.bytes, own, 0.35) },
          bytes ? { tile: await tileOf(bytes, box, 0.2) } : 'refused',
        ],
        legend: {
          picture: target.name,
          parameter: `the face of ${source.name}`,
          cells: [{ column: 2, value, ms, ...(refused && { refused }) }],
        },
      })
    }
  }
  return sheet
}
