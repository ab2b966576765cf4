import type { Feature } from '../../catalog/features/feature.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { runEffect } from './run-effect.ts'
import { samplePictures } from './sample-pictures.ts'
import type { ClipSheetPlan } from './sheet-plan.ts'
import { SHOWN, stripOf } from './strip-sheet.ts'

/** A sheet of what pictures become with each template: frames of the video in a row. */
export async function clipSheet(
  engine: Engine,
  feature: Feature,
  { pictures, parameters }: ClipSheetPlan,
): Promise<ContactSheet> {
  const columns = Array.from({ length: SHOWN }, (_, at) => at)
  const samples = await samplePictures(pictures)
  const sheet: ContactSheet = { columns, pictures: samples.map(({ name }) => name), rows: [] }
  for (const [nth, { name, bytes: src }] of samples.entries()) {
    for (const { id, isGenerated } of feature.templates ?? []) {
      if (isGenerated) continue
      const asked = { ...parameters, template_id: id }
      const { bytes, refused, ms } = await runEffect(engine, feature, asked, { src })
      const cells = bytes ? await stripOf(bytes) : columns.map(() => 'refused' as const)
      const legend = columns.map((column) => ({
        column,
        value: `frame of ${SHOWN}`,
        ms,
        ...(refused && { refused }),
      }))
      sheet.rows.push({
        picture: nth + 1,
        cells,
        legend: { picture: name, parameter: id, cells: legend },
      })
    }
  }
  return sheet
}
