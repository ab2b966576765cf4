import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { JOB_EVENT } from '../../catalog/jobs/job-event.ts'
import { compilePattern } from '../../local/events/compile-pattern.ts'
import { describeEvent, describeEventFields } from './describe-events.ts'
import { fillBlocks } from './fill-blocks.ts'
import { TOLD_EVENTS } from './told-jobs.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')
const PAGE = join(DOCS, 'events.md')
const STATUSES = ['succeeded', 'failed', 'parked'] as const

function made(name: string): string {
  if (name === 'event fields') return describeEventFields()
  const status = STATUSES.find((one) => name === `event ${one}`)
  return status ? describeEvent(status) : expect.unreachable(`Nothing makes ${name}.`)
}

test('events.md says what the schema says (to write it anew: vitest run test/docs --update)', async () => {
  await expect(fillBlocks(readFileSync(PAGE, 'utf8'), made)).toMatchFileSnapshot(PAGE)
})

test.each(STATUSES)('all that is told of a job that %s stands in the schema', (status) => {
  // Parsing leaves out what the schema does not know.
  expect(z.parse(JOB_EVENT, TOLD_EVENTS[status])).toEqual(TOLD_EVENTS[status])
})

test('the rules of events.md match what they say', () => {
  const rules = readFileSync(PAGE, 'utf8').split('\n## ')[1] ?? ''
  const patterns = [...rules.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) =>
    compilePattern(JSON.parse(text)),
  )
  const events = STATUSES.map((status) => ({
    source: 'darkroom',
    'detail-type': `Job ${status.charAt(0).toUpperCase()}${status.slice(1)}`,
    detail: TOLD_EVENTS[status],
  }))
  const [succeeded, failed, parked] = events
  const mended = { ...failed, detail: { ...TOLD_EVENTS.failed, failure: { retryable: true } } }
  const matched = patterns.map((matches) => events.filter((event) => matches(event)))
  expect(matched).toEqual([[], [succeeded, failed], [parked]])
  expect(patterns.map((matches) => matches(mended))).toEqual([true, true, false])
})
