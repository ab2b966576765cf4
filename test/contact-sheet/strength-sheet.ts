import sharp from 'sharp'
import { findFeature } from '../../catalog/features.ts'
import type { Engine } from '../../engine/perform.ts'
import type { Box } from '../../engine/raster/picture.ts'
import type { ContactSheet } from './contact-sheet.ts'
import type { Cell } from './draw-sheet.ts'
import { detectBoxes, runEffect, tileOf, withMargin } from './run-effect.ts'
import { strengthRows } from './strength-rows.ts'
import type { Subject } from './subjects.ts'

export type StrengthPlan = {
  name: string
  finds: 'faces' | 'bodies'
  /** Room around whom it is shown on, as a share of the box. */
  room: number
  subjects: () => Promise<Subject[]>
  /** Parameters that go with every task. */
  alongside: Record<string, unknown>
  /** Whole sets of parameters, each shown in a row of its own. */
  whole: Record<string, unknown>[]
}

/** One row to show: parameters by the column they stand in. */
type Task = { parameter: string; columns: { column: number; value: unknown; params: Params }[] }

type Params = Record<string, unknown>

/** A sheet with a row for each picture and parameter, and the source among three strengths each way. */
export async function strengthSheet(engine: Engine, plan: StrengthPlan): Promise<ContactSheet> {
  const feature = findFeature(plan.name)!
  const tasks = tasksOf(plan)
  const asked = tasks.flatMap((task) => task.columns.map(({ column }) => column))
  const columns = [...new Set([0, ...asked])].sort((a, b) => a - b)
  const subjects = await plan.subjects()
  const sheet: ContactSheet = { columns, pictures: subjects.map(({ name }) => name), rows: [] }
  for (const [picture, given] of subjects.entries()) {
    const subject = feature.name === 'skin-simulation' ? await closeUp(engine, given) : given
    const [box] = await detectBoxes(engine, plan.finds, subject)
    const source = { tile: await tileOf(subject.bytes, box, plan.room) }
    for (const task of tasks) {
      const done = await showRow(engine, plan, task, subject, box)
      const cells: Cell[] = columns.map((column) =>
        column === 0 ? source : done.cells.get(column),
      )
      sheet.rows.push({ picture: picture + 1, cells, legend: done.legend })
    }
  }
  return sheet
}

/** Everything to show of a feature: its strengths one by one, then the tasks without one. */
function tasksOf({ name, alongside, whole }: StrengthPlan): Task[] {
  const strengths = strengthRows(findFeature(name)!).map(({ parameter, steps }) => ({
    parameter,
    columns: steps.map(({ percent, value }) => ({
      column: percent,
      value,
      params: withValue(alongside, parameter, value),
    })),
  }))
  const others = whole.map((params) => ({
    parameter: JSON.stringify(params),
    columns: [{ column: 100, value: params, params }],
  }))
  return [...strengths, ...others]
}

async function showRow(
  engine: Engine,
  { name, room }: StrengthPlan,
  { parameter, columns }: Task,
  subject: Subject,
  box: Box | undefined,
) {
  const cells = new Map<number, Cell>()
  const legend: ContactSheet['rows'][number]['legend'] = {
    picture: subject.name,
    parameter,
    cells: [],
  }
  for (const { column, value, params } of columns) {
    const files = { src: subject.bytes }
    const { bytes, refused, ms } = await runEffect(engine, findFeature(name)!, params, files)
    cells.set(column, bytes ? { tile: await tileOf(bytes, box, room) } : 'refused')
    legend.cells.push({ column, value, ms, ...(refused && { refused }) })
  }
  return { cells, legend }
}

/** The parameters with one value set at a path of one or two names; what stands alongside steps back for its own group. */
function withValue(
  alongside: Record<string, unknown>,
  path: string,
  value: number,
): Record<string, unknown> {
  const [group = '', key] = path.split('.')
  return key === undefined
    ? { ...alongside, [group]: value }
    : { ...alongside, [group]: { [key]: value } }
}

/** Skin is treated on faces that fill most of the picture: a photo is cut to its largest face and enlarged. */
async function closeUp(engine: Engine, subject: Subject): Promise<Subject> {
  const boxes = await detectBoxes(engine, 'faces', subject)
  const [box] = boxes.toSorted((a, b) => b.width - a.width)
  const { width, height } = await sharp(subject.bytes).metadata()
  if (!box || box.width > 0.62 * width) return subject
  const side = withMargin(box, 0.2, { width, height })
  const room = Math.round(0.24 * box.width)
  const left = Math.max(0, box.left - room)
  const view = { ...side, left, width: Math.min(width, box.left + box.width + room) - left }
  const bytes = await sharp(subject.bytes)
    .extract(view)
    .resize({ width: Math.max(700, view.width) })
    .png()
    .toBuffer()
  return { ...subject, bytes }
}
