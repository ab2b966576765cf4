import sharp from 'sharp'
import type { Feature } from '../../catalog/features/feature.ts'
import type { Box } from '../../engine/geometry/box.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import type { Cell } from './draw-sheet.ts'
import { detectBoxes, runEffect, tileOf, withMargin } from './run-effect.ts'
import { type Sample, samplePictures } from './sample-pictures.ts'
import type { StrengthSheetPlan } from './sheet-plan.ts'
import { strengthRows } from './strength-rows.ts'

type Parameters = Readonly<Record<string, unknown>>

/** One row to show: parameters by the column they stand in. */
type RowPlan = {
  parameter: string
  columns: { column: number; value: unknown; params: Parameters }[]
}

/** A sheet with a row for each picture and parameter, and the source among three strengths each way. */
export async function strengthSheet(
  engine: Engine,
  feature: Feature,
  plan: StrengthSheetPlan,
): Promise<ContactSheet> {
  const rows = rowsOf(feature, plan)
  const asked = rows.flatMap((row) => row.columns.map(({ column }) => column))
  const columns = [...new Set([0, ...asked])].sort((a, b) => a - b)
  const samples = await samplePictures(plan.pictures)
  const sheet: ContactSheet = { columns, pictures: samples.map(({ name }) => name), rows: [] }
  for (const [picture, given] of samples.entries()) {
    const sample = plan.fillFrame ? await cutToLargestFace(engine, given) : given
    const [box] = await detectBoxes(engine, plan.finds, sample.bytes)
    const source = { tile: await tileOf(sample.bytes, box, plan.margin) }
    for (const row of rows) {
      const done = await showRow(engine, feature, row, sample, box, plan.margin)
      const cells: Cell[] = columns.map((column) =>
        column === 0 ? source : done.cells.get(column),
      )
      sheet.rows.push({ picture: picture + 1, cells, legend: done.legend })
    }
  }
  return sheet
}

/** The rows of one picture: a feature's strengths one by one, then the plan's whole tasks. */
function rowsOf(feature: Feature, { alongside = {}, tasks = [] }: StrengthSheetPlan): RowPlan[] {
  const strengths = strengthRows(feature).map(({ parameter, steps }) => ({
    parameter,
    columns: steps.map(({ percent, value }) => ({
      column: percent,
      value,
      params: withValue(alongside, parameter, value),
    })),
  }))
  const whole = tasks.map((params) => ({
    parameter: JSON.stringify(params),
    columns: [{ column: 100, value: params, params }],
  }))
  return [...strengths, ...whole]
}

async function showRow(
  engine: Engine,
  feature: Feature,
  { parameter, columns }: RowPlan,
  { name, bytes: src }: Sample,
  box: Box | undefined,
  margin: number,
) {
  const cells = new Map<number, Cell>()
  const legend: ContactSheet['rows'][number]['legend'] = { picture: name, parameter, cells: [] }
  for (const { column, value, params } of columns) {
    const { bytes, refused, ms } = await runEffect(engine, feature, params, { src })
    cells.set(column, bytes ? { tile: await tileOf(bytes, box, margin) } : 'refused')
    legend.cells.push({ column, value, ms, ...(refused && { refused }) })
  }
  return { cells, legend }
}

/** Parameters with one value set at a path of one or two names. It replaces the group that `alongside` has there. */
function withValue(alongside: Parameters, path: string, value: number): Parameters {
  const [group = '', key] = path.split('.')
  return key === undefined
    ? { ...alongside, [group]: value }
    : { ...alongside, [group]: { [key]: value } }
}

/** Cuts a picture to its largest face and enlarges it, unless the face fills most of it already. */
async function cutToLargestFace(engine: Engine, sample: Sample): Promise<Sample> {
  const boxes = await detectBoxes(engine, 'faces', sample.bytes)
  const [box] = boxes.toSorted((a, b) => b.width - a.width)
  const { width, height } = await sharp(sample.bytes).metadata()
  if (!box || box.width > 0.62 * width) return sample
  const side = withMargin(box, 0.2, { width, height })
  const room = Math.round(0.24 * box.width)
  const left = Math.max(0, box.left - room)
  const view = { ...side, left, width: Math.min(width, box.left + box.width + room) - left }
  const bytes = await sharp(sample.bytes)
    .extract(view)
    .resize({ width: Math.max(700, view.width) })
    .png()
    .toBuffer()
  return { ...sample, bytes }
}
