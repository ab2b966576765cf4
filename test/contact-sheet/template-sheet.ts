import type { Feature } from '../../catalog/features/feature.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import type { Cell } from './draw-sheet.ts'
import { detectBoxes, runEffect, tileOf } from './run-effect.ts'
import { samplePictures } from './sample-pictures.ts'
import type { TemplateSheetPlan } from './sheet-plan.ts'

/** A sheet of all templates, a row for each picture and category. Columns count the templates of the category. */
export async function templateSheet(
  engine: Engine,
  feature: Feature,
  { pictures, margin }: TemplateSheetPlan,
): Promise<ContactSheet> {
  const byCategory = Map.groupBy(feature.templates ?? [], ({ category_name }) => category_name)
  const most = Math.max(...[...byCategory.values()].map(({ length }) => length))
  const columns = Array.from({ length: most + 1 }, (_, column) => column)
  const samples = await samplePictures(pictures)
  const sheet: ContactSheet = { columns, pictures: samples.map(({ name }) => name), rows: [] }
  for (const [nth, { name, bytes: src }] of samples.entries()) {
    const boxes = await detectBoxes(engine, 'faces', src)
    const [box] = boxes.toSorted((a, b) => b.width - a.width)
    const source = await tileOf(src, box, margin)
    for (const [category, templates] of byCategory) {
      const cells: Cell[] = [{ tile: source }]
      const legend: ContactSheet['rows'][number]['legend'] = {
        picture: name,
        parameter: category,
        cells: [],
      }
      for (const [at, { id }] of templates.entries()) {
        const { bytes, refused, ms } = await runEffect(
          engine,
          feature,
          { template_id: id },
          { src },
        )
        cells.push(bytes ? { tile: await tileOf(bytes, box, margin) } : 'refused')
        legend.cells.push({ column: at + 1, value: id, ms, ...(refused && { refused }) })
      }
      sheet.rows.push({ picture: nth + 1, cells, legend })
    }
  }
  return sheet
}
