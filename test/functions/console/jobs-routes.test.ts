import { expect, test } from 'vitest'
import { isNewer, JOBS_ROUTES } from '../../../functions/console/routes/jobs-routes.ts'
import { executionName } from '../../../functions/pipeline/core/begin/execution-name.ts'
import { lineEntryId } from '../../../functions/pipeline/core/lists/line.ts'
import { eventIdOf } from '../../../functions/service/core/model/delivery.ts'
import { scripted } from '../operate/scripted.ts'

test.each([
  ['2026-01-01T00:00:00.001Z', 'a', true],
  ['2026-01-01T00:00:00.000Z', 'c', true],
  ['2026-01-01T00:00:00.000Z', 'b', false],
  ['2026-01-01T00:00:00.000Z', 'a', false],
  ['2025-12-31T23:59:59.999Z', 'c', false],
])('a job of %s, %s is newer than b of the new year: %s', (createdAt, id, expected) => {
  expect(isNewer({ createdAt, id }, { at: '2026-01-01T00:00:00.000Z', id: 'b' })).toBe(expected)
})

const NOW = Date.parse('2026-11-26T12:00:00Z')
const SOURCE = { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 1 }
const idOf = (attempt: number) => executionName(SOURCE, 'slim', attempt)
const jobOf = (attempt: number, more: object = {}) => ({
  id: idOf(attempt),
  status: 'succeeded',
  attempt,
  createdAt: '2026-11-26T11:00:00.000Z',
  source: SOURCE,
  recipe: { name: 'slim' },
  ...more,
})

/** What a route of jobs answers, over a table of these records and executions that run. */
async function answerOf(
  path: string,
  call: object,
  {
    records = [] as object[],
    listed = [] as object[],
    service = undefined as object | undefined,
    events = [] as object[],
  },
) {
  const { handle } = JOBS_ROUTES.find((route) => route.path === path)!
  const byId = new Map(records.map((one) => [(one as { id: string }).id, one]))
  const { client: db, asked } = scripted({
    Get: ({ Key }: { Key: { id: string } }) => ({ Item: byId.get(Key.id) }),
    BatchGet: ({ RequestItems }: { RequestItems: { jobs: { Keys: { id: string }[] } } }) => ({
      Responses: { jobs: RequestItems.jobs.Keys.flatMap(({ id }) => byId.get(id) ?? []) },
    }),
    Query: ({ ExpressionAttributeValues: values }: never) => ({
      Items: [
        ...(values[':partition'] === '2026-11-26#0' ? listed : []),
        // Whoever asks for the line finds the job in it.
        ...(values[':line'] ? [{ id: lineEntryId(idOf(1)) }] : []),
      ],
    }),
  })
  const { client: sfn, asked: executions } = scripted({ GetExecutionHistory: () => ({ events }) })
  const at = { jobsTable: 'jobs', stateMachineArn: 'arn', resultsBucket: 'results' }
  const linkTo = async ({ key }: { key: string }, { isDownload }: { isDownload: boolean }) =>
    `https://bucket.example/${key}?${isDownload}`
  const deps = { pipeline: { db, sfn, at }, service, linkTo, now: () => NOW }
  const given = { query: {}, at: { id: idOf(1) }, body: {}, ...call }
  const answer = (await handle(given as never, deps as never)) as {
    json: Record<string, never>
    redirect?: string
  }
  return { ...answer, asked, executions }
}

test('jobs that run are asked of the state machine, all others of their lists', async () => {
  const list = (query: object) => answerOf('/jobs', { query }, {})
  const running = await list({ state: 'running' })
  expect([running.executions.length, running.asked.length]).toEqual([1, 0])
  const others = await list({ state: 'running', reason: 'NoTarget', since: '2026-11-26T00:00:00Z' })
  expect(others.executions).toEqual([])
  expect((await list({ state: 'failed', since: '2026-11-26T00:00:00Z' })).executions).toEqual([])
})

test('a job is told with its cost, and the attempts before and after it', async () => {
  const records = [jobOf(0), jobOf(1, { funding: { by: 'x' } }), jobOf(2)]
  const { json } = await answerOf('/jobs/{id}', {}, { records })
  expect(json).toMatchObject({ before: idOf(0), after: idOf(2), cost: { units: 0 } })
  expect(json['job']).not.toHaveProperty('funding')
  expect(json).not.toHaveProperty('price')
  const at = { id: idOf(0) }
  const first = await answerOf('/jobs/{id}', { at }, { records: [jobOf(0)] })
  expect(first.json).not.toHaveProperty('before')
  expect(first.json).not.toHaveProperty('after')
  for (const status of ['running', 'parked']) {
    const open = await answerOf('/jobs/{id}', { at }, { records: [jobOf(0, { status })] })
    expect(open.json).not.toHaveProperty('cost')
  }
})

test('a job has a place in line until its execution has entered its first state', async () => {
  const records = [jobOf(1, { status: 'running' })]
  const waits = await answerOf('/jobs/{id}/timeline', {}, { records })
  expect(waits.json).toEqual({ timeline: [], place: { place: 1 } })
  const events = [
    { id: 1, type: 'ExecutionStarted', timestamp: new Date(NOW) },
    {
      id: 2,
      previousEventId: 1,
      type: 'PassStateEntered',
      timestamp: new Date(NOW),
      stateEnteredEventDetails: { name: 'Begin' },
    },
  ]
  const begun = await answerOf('/jobs/{id}/timeline', {}, { records, events })
  expect(begun.json['timeline']).toHaveLength(1)
  expect(begun.json).not.toHaveProperty('place')
})

test('a receipt is shown, a result is downloaded where that is asked for', async () => {
  const results = [{ bucket: 'results', key: 'results/a/0.jpg' }]
  const records = [jobOf(1, { results })]
  const receipt = await answerOf('/jobs/{id}/receipt', {}, { records })
  expect(receipt.redirect).toBe('https://bucket.example/results/a/receipt.json?false')
  const at = { job: idOf(1), which: 'result-0' }
  for (const [query, isDownload] of [
    [{}, false],
    [{ as: 'download' }, true],
  ] as const) {
    const { redirect } = await answerOf('/files/{job}/{which}', { at, query }, { records })
    expect(redirect).toBe(`https://bucket.example/results/a/0.jpg?${isDownload}`)
  }
})

test('what is new since a job, and what became of those that ran', async () => {
  const since = `2026-11-26T11:00:00.000Z~${idOf(0)}`
  const later = { createdAt: '2026-11-26T11:30:00.000Z' }
  const ask = async (body: object, listed: object[]) =>
    (await answerOf('/changes', { body }, { records: [jobOf(1)], listed })).json
  const found = await ask({ since, running: [idOf(1)] }, [jobOf(2, later), jobOf(0)])
  expect(found).toMatchObject({
    at: '2026-11-26T12:00:00.000Z',
    fresh: [{ id: idOf(2) }],
    more: false,
    changed: [{ id: idOf(1) }],
  })
  expect(await ask({ running: [] }, [jobOf(2, later)])).toMatchObject({ fresh: [], more: false })
  const many = Array.from({ length: 50 }, (_, nth) => jobOf(1, { ...later, id: `job-x${nth}` }))
  expect(await ask({ since, running: [] }, many)).toMatchObject({ more: true })
  expect(await ask({ since, running: [] }, many.slice(1))).toMatchObject({ more: false })
})

test('webhooks of a job are those of its tasks, as far as the service is our own', async () => {
  const steps = [
    { feature: 'f', detection: 'd', tasks: [{ taskId: 't1', detection: 'own' }, { taskId: 't1' }] },
    { feature: 'f', detection: null, tasks: [{ detection: null }] },
  ]
  const records = [jobOf(1, { trail: { steps, states: [] } })]
  const reads: string[] = []
  const service = {
    tasks: {
      get: async (id: string) =>
        id === 'own'
          ? undefined
          : {
              account: 'acme',
              feature: 'f',
              stage: 'effect',
              createdAt: 7,
              ...(id === 't1' && { finishedAt: 8 }),
            },
    },
    webhooks: {
      endpoints: async (account: string) => {
        reads.push(account)
        return [
          { id: 'e1', purpose: 'pipeline' },
          { id: 'e2', purpose: undefined },
        ]
      },
      deliveriesOf: async (_: string, event: string) =>
        event === eventIdOf('d')
          ? ['e1', 'e2', 'e3'].map((endpointId) => ({
              status: 'delivered',
              endpointId,
              attempts: [{ at: 1000, status: 200 }],
            }))
          : [],
    },
  }
  const { json } = await answerOf('/jobs/{id}/webhooks', {}, { records, service })
  const tasks = json['tasks'] as unknown as Record<string, unknown>[]
  expect(tasks.map(({ task }) => task)).toEqual(['d', 'own', 't1'])
  const attempts = [{ at: '1970-01-01T00:00:01.000Z', status: 200 }]
  const row = { status: 'delivered', attempts }
  expect(tasks[0]).toEqual({
    task: 'd',
    event: eventIdOf('d'),
    feature: 'f',
    stage: 'effect',
    createdAt: '1970-01-01T00:00:07.000Z',
    deliveries: [
      { ...row, endpoint: 'e1', pipeline: true },
      { ...row, endpoint: 'e2', pipeline: false },
      { ...row, endpoint: 'e3', pipeline: false },
    ],
  })
  expect(tasks[1]).toEqual({ task: 'own', event: eventIdOf('own'), deliveries: [] })
  expect(tasks[2]).toMatchObject({ finishedAt: '1970-01-01T00:00:08.000Z' })
  expect(reads).toEqual(['acme'])
  const elsewhere = await answerOf('/jobs/{id}/webhooks', {}, { records })
  expect(elsewhere.json).toEqual({ tasks: [] })
})
