import sharp from 'sharp'
import type { Feature } from '../../catalog/features/feature.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { detectBoxes, runEffect, tileOf } from './run-effect.ts'
import { samplePictures } from './sample-pictures.ts'
import type { ReadingSheetPlan } from './sheet-plan.ts'

/** A sheet of faces and, beside each, what was read from it as a number from 1. */
export async function readingSheet(
  engine: Engine,
  feature: Feature,
  { pictures, field, scale }: ReadingSheetPlan,
): Promise<ContactSheet> {
  const samples = await samplePictures(pictures)
  const sheet: ContactSheet = {
    columns: [0, 1],
    pictures: samples.map(({ name }) => name),
    rows: [],
  }
  for (const [picture, { name, bytes }] of samples.entries()) {
    const src = await sharp(bytes).jpeg({ quality: 95 }).toBuffer()
    const [box] = await detectBoxes(engine, 'faces', src)
    const { values, refused, ms } = await runEffect(engine, feature, {}, { src })
    const value = values?.[field]
    const number = scale.indexOf(value as string) + 1
    sheet.rows.push({
      picture: picture + 1,
      cells: [{ tile: await tileOf(src, box, 0.2) }, value ? { number } : 'refused'],
      legend: {
        picture: name,
        parameter: field,
        cells: [{ column: 1, value, ms, ...(refused && { refused }) }],
      },
    })
  }
  return sheet
}
