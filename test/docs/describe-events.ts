import { jobEventSchema } from '../../catalog/jobs/job-event.ts'
import { DETAIL_TYPES } from '../../catalog/jobs/job-event-names.ts'
import { code, markdownTable } from './markdown-table.ts'
import { TOLD_EVENTS } from './told-jobs.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/** The fields of what is told of a job, a row each, those of objects below their object. */
export function describeEventFields(): string {
  return markdownTable(['Field', 'Type', 'Meaning'], rowsOf(jobEventSchema() as Schema, ''))
}

function rowsOf({ properties = {}, required = [] }: Schema, above: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const optional = required.includes(name) ? '' : ', optional'
    const path = `${above}${name}`
    const row = [code(path), `${typeOf(field)}${optional}`, field.description ?? '']
    const inner = field.items ? rowsOf(field.items, `${path}[].`) : rowsOf(field, `${path}.`)
    return [row, ...inner]
  })
}

function typeOf({ type, const: only, enum: some, format }: Schema): string {
  if (only !== undefined) return code(JSON.stringify(only))
  if (some) return some.map((one) => code(String(one))).join(', ')
  return format === 'date-time' ? 'time, ISO 8601' : String(type)
}

/** The event of one status as EventBridge hands it over, but for the envelope’s own fields. */
export function describeEvent(status: keyof typeof DETAIL_TYPES): string {
  const event = {
    source: 'darkroom',
    'detail-type': DETAIL_TYPES[status],
    detail: TOLD_EVENTS[status],
  }
  return `\`\`\`json\n${JSON.stringify(event, null, 2)}\n\`\`\``
}
