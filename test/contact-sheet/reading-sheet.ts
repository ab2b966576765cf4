import sharp from 'sharp'
import { findFeature } from '../../catalog/features.ts'
import { FITZPATRICK_TYPES } from '../../catalog/fitzpatrick-scale-analyzer.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { detectBoxes, runEffect, tileOf } from './run-effect.ts'
import { tones } from './subjects.ts'

/** A sheet of faces and, beside each, the skin type that was read, 1 to 6. */
export async function readingSheet(engine: Engine): Promise<ContactSheet> {
  const feature = findFeature('fitzpatrick-scale-analyzer')!
  const subjects = await tones()
  const sheet: ContactSheet = {
    columns: [0, 1],
    pictures: subjects.map(({ name }) => name),
    rows: [],
  }
  for (const [picture, { name, bytes }] of subjects.entries()) {
    const src = await sharp(bytes).jpeg({ quality: 95 }).toBuffer()
    const [box] = await detectBoxes(engine, 'faces', { name, bytes: src })
    const { values, refused, ms } = await runEffect(engine, feature, {}, { src })
    const value = values?.['fitzpatrick_scale']
    const type = FITZPATRICK_TYPES.indexOf(value as (typeof FITZPATRICK_TYPES)[number]) + 1
    sheet.rows.push({
      picture: picture + 1,
      cells: [{ tile: await tileOf(src, box, 0.2) }, value ? { number: type } : 'refused'],
      legend: {
        picture: name,
        parameter: 'fitzpatrick_scale',
        cells: [{ column: 1, value, ms, ...(refused && { refused }) }],
      },
    })
  }
  return sheet
}
