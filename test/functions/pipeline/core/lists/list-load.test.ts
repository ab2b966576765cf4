import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { dynamoJobs } from '../../../../../functions/pipeline/core/adapters/dynamo-jobs.ts'
import {
  entriesOf,
  partitionOfRecord,
} from '../../../../../functions/pipeline/core/lists/job-lists.ts'
import type { Ending, Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

/** What a partition bears (DynamoDB Developer Guide, "Best practices for designing and using partition keys"). */
const UNITS_A_SECOND = 1_000
/** A write is billed, and counted, by whole kilobytes. */
const UNIT_BYTES = 1_024
/** DynamoDB evens out what comes within such a time ("Burst and adaptive capacity": five minutes). */
const SECONDS = 10

const plan = parseRecipe({
  steps: [{ feature: 'body-reshape', parameters: { features: { slim: -40, leg: 12 } } }],
  output: { format: 'jpg' },
})

/** A job as one with a single person is recorded. */
const job: Job = {
  id: `job-${'a'.repeat(40)}`,
  status: 'running',
  attempt: 0,
  source: {
    bucket: 'darkroom-drop-123456789012-eu-central-1',
    key: 'drop/slim/2026/november/shoot-17/IMG_2041.jpg',
    version: 'x'.repeat(32),
    size: 4_200_000,
    etag: 'e'.repeat(32),
  },
  recipe: { name: 'slim', plan },
  unitPrice: 0.05,
  createdAt: '2026-11-27T10:00:00.000Z',
} as Job

const trail: Ending['trail'] = {
  steps: [
    {
      feature: 'body-reshape',
      detection: '0'.repeat(32),
      found: { width: 1600, height: 1200, boxes: [[400, 120, 500, 1050]] },
      tasks: [
        {
          index: 0,
          why: 'largest of 1',
          taskId: '1'.repeat(32),
          status: 'success',
          engine: '0.9.0',
          charge: { units: 1 },
          ms: 2_400,
          retries: 0,
        },
      ],
    },
  ],
  states: ['PreProcess', 'ChooseTarget', 'CreateTask', 'Deliver'].map((state) => ({
    state,
    ms: 1_234,
    retries: 0,
  })),
}

const ends: Record<string, Ending> = {
  'that succeed': {
    status: 'succeeded',
    finishedAt: '2026-11-27T10:00:06.000Z',
    trail,
    sourceHash: { sha256: 'f'.repeat(64) },
    results: [
      {
        bucket: 'darkroom-results-123456789012-eu-central-1',
        key: `results/job-${'a'.repeat(40)}/IMG_2041.jpg`,
        sha256: 'f'.repeat(64),
        size: 3_900_000,
      },
    ],
  } as Ending,
  'that fail, all for one reason': {
    status: 'failed',
    finishedAt: '2026-11-27T10:00:06.000Z',
    trail,
    sourceHash: { sha256: 'f'.repeat(64) },
    failure: { code: 'TaskTimeout', message: 'The task ran out of time.', state: 'CreateTask' },
  } as Ending,
}

/** What each write of a job's life puts into the index, by the kind of its partition. */
async function writesOf(ending: Ending): Promise<{ record: number; entries: number }> {
  const table = await database.table(`Jobs-${ending.status}`)
  const db = database.second()
  const units = { record: 0, entries: 0 }
  const send = db.send.bind(db)
  db.send = (async (command: never) => {
    const answer = await send(command)
    const asked = command as unknown
    if (!(asked instanceof PutCommand || asked instanceof UpdateCommand)) return answer
    const { Item, Key } = asked.input as Partial<Record<'Item' | 'Key', Record<string, unknown>>>
    const id = (Item ?? Key)?.['id']
    const found = await send(new GetCommand({ TableName: table, Key: { id } }))
    if (found.Item?.['day'] === undefined) return answer
    const size = Math.ceil(Buffer.byteLength(JSON.stringify(found.Item)) / UNIT_BYTES)
    units[id === job.id ? 'record' : 'entries'] += size
    return answer
  }) as typeof db.send
  const jobs = dynamoJobs(db, table)
  await jobs.create(job)
  await jobs.fund(job.id, { day: '2026-11-27', reserved: { units: 1 } } as never)
  const ended = await jobs.finish(job.id, ending)
  await jobs.enlist(ended as Job)
  return units
}

test.each(Object.entries(ends))(
  'the lists of jobs bear a thousand files a second %s',
  async (_, ending) => {
    const units = await writesOf(ending)
    expect(units.record).toBeGreaterThanOrEqual(3)
    const ended = { ...job, ...ending } as Job
    // Each is one unit, written once: what the lists of a million files cost is computed from this.
    expect(units.entries).toBe(entriesOf(ended).length)
    const loads = new Map<string, number>()
    const add = (partition: string, by: number): void =>
      void loads.set(partition, (loads.get(partition) ?? 0) + by)
    for (let n = 0; n < 1_000 * SECONDS; n++) {
      const one = { ...ended, id: `job-${n}` }
      add(partitionOfRecord(one), units.record)
      for (const { day } of entriesOf(one)) add(day, units.entries / entriesOf(ended).length)
    }
    const most = Math.max(...loads.values()) / SECONDS
    expect(most).toBeLessThanOrEqual(UNITS_A_SECOND)
    // In one partition, as before there were several, they would not fit.
    const all = [...loads.entries()].filter(([partition]) => partition.startsWith('2026'))
    expect(all.reduce((sum, [, load]) => sum + load, 0) / SECONDS).toBeGreaterThan(UNITS_A_SECOND)
  },
)
