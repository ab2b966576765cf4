import sharp from 'sharp'
import type { Feature } from '../../catalog/features/feature.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { drawMask } from './draw-mask.ts'
import { runEffect, tileOf } from './run-effect.ts'
import { samplePictures } from './sample-pictures.ts'
import type { PromptSheetPlan } from './sheet-plan.ts'

/** Pixels of the longer side that a sample is fitted into. */
const LONG_SIDE = 900

/** A sheet of what becomes of things in pictures: the picture, and a column for each prompt of a row. */
export async function promptSheet(
  engine: Engine,
  feature: Feature,
  { things }: PromptSheetPlan,
): Promise<ContactSheet> {
  const samples = await samplePictures(things.map(({ picture }) => picture))
  const columns = Array.from({ length: things[0]!.prompts[0]!.length + 1 }, (_, n) => n)
  const sheet: ContactSheet = { columns, pictures: [], rows: [] }
  for (const { picture, thing, outline, prompts } of things) {
    const bytes = samples.find(({ name }) => name === picture)?.bytes
    if (!bytes) continue
    const own = await sharp(bytes).metadata()
    const { data: src, info } = await sharp(bytes)
      .resize(LONG_SIDE, LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true })
    const msk = await drawMask(info, outline, own)
    sheet.pictures.push(`${thing} of ${picture}`)
    for (const row of prompts) {
      const done = []
      for (const prompt of row)
        done.push(await runEffect(engine, feature, { prompt }, { src, msk }))
      const tiles = done.map(async ({ bytes: result }) =>
        result ? { tile: await tileOf(result, undefined, 0) } : ('refused' as const),
      )
      sheet.rows.push({
        picture: sheet.pictures.length,
        cells: [{ tile: await tileOf(src, undefined, 0) }, ...(await Promise.all(tiles))],
        legend: {
          picture: `${thing} of ${picture}`,
          parameter: 'prompt',
          cells: done.map(({ refused, ms }, n) => ({
            column: n + 1,
            value: row[n],
            ms,
            ...(refused && { refused }),
          })),
        },
      })
    }
  }
  return sheet
}
