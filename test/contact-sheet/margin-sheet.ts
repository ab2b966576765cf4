import sharp from 'sharp'
import type { Feature } from '../../catalog/features/feature.ts'
import type { Extension } from '../../catalog/features/out-paint.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { runEffect, tileOf } from './run-effect.ts'
import { samplePictures } from './sample-pictures.ts'
import type { MarginSheetPlan } from './sheet-plan.ts'

/** Pixels of the longer side that a sample is fitted into. */
const LONG_SIDE = 900

type Margin = MarginSheetPlan['margins'][number]

/** A sheet of pictures continued beyond their edges: the picture, and a column for each margin. */
export async function marginSheet(
  engine: Engine,
  feature: Feature,
  { pictures, margins }: MarginSheetPlan,
): Promise<ContactSheet> {
  const samples = await samplePictures(pictures)
  const columns = Array.from({ length: margins.length + 1 }, (_, n) => n)
  const sheet: ContactSheet = { columns, pictures: [], rows: [] }
  for (const { name, bytes } of samples) {
    const { data: src, info } = await sharp(bytes)
      .resize(LONG_SIDE, LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 95 })
      .toBuffer({ resolveWithObject: true })
    sheet.pictures.push(name)
    const done = []
    for (const margin of margins) {
      done.push(await runEffect(engine, feature, extension(info, margin), { src }))
    }
    const tiles = done.map(async ({ bytes: result }) =>
      result ? { tile: await tileOf(result, undefined, 0) } : ('refused' as const),
    )
    sheet.rows.push({
      picture: sheet.pictures.length,
      cells: [{ tile: await tileOf(src, undefined, 0) }, ...(await Promise.all(tiles))],
      legend: {
        picture: name,
        parameter: 'margins',
        cells: done.map(({ values, refused, ms }, n) => ({
          column: n + 1,
          value: { ...margins[n], ...(values?.['note'] !== undefined && { noted: true }) },
          ms,
          ...(refused && { refused }),
        })),
      },
    })
  }
  return sheet
}

function extension(size: { width: number; height: number }, margin: Margin): Extension {
  const { width, height } = size
  const left = Math.round(margin.left * width)
  const top = Math.round(margin.top * height)
  return {
    output_width: width + left + Math.round(margin.right * width),
    output_height: height + top + Math.round(margin.bottom * height),
    input_x: left,
    input_y: top,
    input_width: width,
    input_height: height,
    crop_input_x: 0,
    crop_input_y: 0,
    crop_input_width: width,
    crop_input_height: height,
  }
}
