import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { jobsOfKeys, keysBelow } from '../../../../functions/operate/jobs/jobs-of-keys.ts'
import { parseSince } from '../../../../functions/operate/jobs/jobs-since.ts'
import { releaseJob } from '../../../../functions/operate/jobs/release-job.ts'
import { requireChanges } from '../../../../functions/operate/jobs/require-changes.ts'
import {
  requireFailed,
  retryableJobs,
  retryJob,
} from '../../../../functions/operate/jobs/retry-job.ts'
import { runningJobs } from '../../../../functions/operate/jobs/running-jobs.ts'
import {
  describeProgress,
  runningTasksOf,
} from '../../../../functions/operate/jobs/running-tasks.ts'
import { stopJob } from '../../../../functions/operate/jobs/stop-job.ts'
import { executionName } from '../../../../functions/pipeline/core/begin/execution-name.ts'
import { scripted } from '../scripted.ts'

const SOURCE = { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10, etag: 'e' }
const RECIPE = { name: 'slim' }
const id = (attempt = 0, recipe = 'slim') => executionName(SOURCE, recipe, attempt)
const AT = {
  jobsTable: 'jobs',
  dropBucket: 'drop',
  dropQueue: 'queue',
  stateMachineArn: 'arn:aws:states:eu-west-1:1:stateMachine:jobs',
}

/** A table of jobs by their ids. */
function tableWith(jobs: Record<string, object>) {
  const record = (Key: { id: string }) => {
    const found = jobs[Key.id]
    return found && { id: Key.id, source: SOURCE, recipe: RECIPE, attempt: 0, ...found }
  }
  return scripted({
    Get: ({ Key }: { Key: { id: string } }) => ({ Item: record(Key) }),
    BatchGet: ({ RequestItems }: { RequestItems: { jobs: { Keys: { id: string }[] } } }) => ({
      Responses: { jobs: RequestItems.jobs.Keys.flatMap((Key) => record(Key) ?? []) },
    }),
    Query: ({ ExpressionAttributeValues: { ':partition': partition } }: never) => ({
      Items: /#0$|^\d{4}-\d\d-\d\d$/.test(partition)
        ? Object.keys(jobs).map((one) => record({ id: one }))
        : [],
    }),
  })
}

test.each([
  ['90m', 90 * 60_000],
  ['1h', 3_600_000],
  ['9999d', 9999 * 86_400_000],
])('%s is so many milliseconds ago', (span, ms) => {
  expect(parseSince(span, 1e12).getTime()).toBe(1e12 - ms)
})

test.each(['10000d', '1s', ' 1h', '1h ', '', 'later'])('"%s" is no time', (span) => {
  expect(() => parseSince(span, 1e12)).toThrow('--since must be a span like 90m, 24h or 7d')
})

test('a date is a time up to now', () => {
  const now = Date.parse('2026-01-31T00:00:00.000Z')
  expect(parseSince('2026-01-31', now)).toEqual(new Date(now))
  expect(() => parseSince('2026-01-31T00:00:00.001Z', now)).toThrow('or a date in the past')
})

test('a job that failed may be tried again, and one that was tried is named', async () => {
  const ask = (jobs: Record<string, object>) => {
    const clients = { db: tableWith(jobs).client, at: AT } as never
    return requireFailed(clients, id()).then(
      (job) => job.id,
      ({ message }: Error) => message,
    )
  }
  const failed = { status: 'failed' }
  expect(await ask({ [id()]: failed })).toBe(id())
  expect(await ask({ [id()]: failed, [id(1)]: { status: 'running' } })).toBe(id())
  expect(await ask({})).toBe(`There is no job ${id()}.`)
  expect(await ask({ [id()]: { status: 'parked' } })).toBe(`${id()} has not failed: it is parked.`)
  expect(await ask({ [id()]: failed, [id(1)]: { status: 'succeeded' } })).toBe(
    `${id()} was tried again as ${id(1)}, which succeeded.`,
  )
})

test('asked for through the queue of drops: a retry, with changes, and a release', async () => {
  const { client, asked } = scripted({})
  const clients = { sqs: client, at: AT } as never
  const job = { id: id(), source: SOURCE, recipe: RECIPE, attempt: 0 } as never
  expect(await retryJob(clients, job, '{}')).toBe(id(1))
  expect(await releaseJob(clients, 'job-9')).toBe('job-9')
  expect(asked).toEqual(
    [{ retry: id(), overrides: '{}' }, { release: 'job-9' }].map((message) => [
      'SendMessage',
      { QueueUrl: 'queue', MessageBody: JSON.stringify(message) },
    ]),
  )
})

test.each([
  [{ status: 'failed', failure: { retryable: true } }, {}, 1],
  [{ status: 'failed', failure: { retryable: false } }, {}, 0],
  [{ status: 'failed' }, {}, 0],
  [{ status: 'succeeded', failure: { retryable: true } }, {}, 0],
  [{ status: 'failed', failure: { retryable: true } }, { [id(1)]: { status: 'running' } }, 0],
])('of %j and %j so many can be tried again: %#', async (job, others, count) => {
  const createdAt = new Date().toISOString()
  const db = tableWith({ [id()]: { ...job, createdAt }, ...others })
  type Query = { input: { ExpressionAttributeValues?: Record<string, string> } }
  const query = async (command: Query) => {
    const { send } = db.client as { send: (asked: object) => Promise<object> }
    const values = command.input.ExpressionAttributeValues
    if (!values) return send(command)
    const { ':since': since = '', ':until': until = '', ':partition': partition = '' } = values
    const isThere = partition.endsWith('0') && since <= createdAt && createdAt <= until
    const Item = { id: id(), source: SOURCE, recipe: RECIPE, attempt: 0, ...job, createdAt }
    return { Items: isThere && !served++ ? [Item] : [] }
  }
  let served = 0
  const clients = { db: { send: query }, at: AT } as never
  expect(await retryableJobs(clients, new Date(Date.now() - 1000))).toHaveLength(count)
})

const RUNNING = { id: 'task-1', correlationId: 'job-1', status: 'running' }

/** A service with these running tasks. */
function serviceWith(...tasks: (object | undefined)[]) {
  const asked: unknown[] = []
  const runningCreatedBefore = async (...given: unknown[]) => {
    asked.push(given)
    return tasks.map((_, at) => String(at))
  }
  const get = async (at: string) => tasks[Number(at)]
  return { asked, service: { tasks: { runningCreatedBefore, get }, now: () => 5_500 } as never }
}

test('a job’s tasks are those that run for it, of the two hundred that run', async () => {
  const { service, asked } = serviceWith(
    RUNNING,
    { ...RUNNING, correlationId: 'job-2' },
    { ...RUNNING, status: 'error' },
    undefined,
  )
  expect(await runningTasksOf(service, 'job-1')).toEqual([RUNNING])
  expect(asked).toEqual([[{ waiting: 65, begun: 65 }, 200]])
})

test('how far a video is, where frames are counted', async () => {
  expect(await describeProgress(serviceWith(RUNNING).service, 'job-1')).toBeUndefined()
  expect(await describeProgress(serviceWith().service, 'job-1')).toBeUndefined()
  const first = { ...RUNNING, progress: { done: 1, total: 31, since: 0, at: 0 } }
  expect(await describeProgress(serviceWith(first).service, 'job-1')).toBe('1 of 31 frames')
  const later = { ...RUNNING, progress: { done: 11, total: 31, since: 0, at: 5_000 } }
  expect(await describeProgress(serviceWith(later).service, 'job-1')).toBe(
    '11 of 31 frames, 2 a second, about 10 s left',
  )
})

function stop(status: string | undefined, own?: never, events: object[] = []) {
  const db = tableWith(status === undefined ? {} : { 'job-1': { status } })
  const sfn = scripted({ GetExecutionHistory: () => ({ events }) })
  const clients = { db: db.client, sfn: sfn.client, at: AT } as never
  return stopJob(clients, own, 'job-1').then(
    (result) => ({ result, asked: sfn.asked.filter(([name]) => name === 'StopExecution') }),
    ({ message }: Error) => message,
  )
}
const entered = (name: string) => ({
  id: 1,
  previousEventId: 0,
  timestamp: new Date(0),
  type: 'TaskStateEntered',
  stateEnteredEventDetails: { name },
})

test('a job that runs is stopped, and one that does not is told', async () => {
  expect(await stop(undefined)).toBe('There is no job job-1.')
  expect(await stop('succeeded')).toBe('job-1 is not running: it succeeded.')
  const executionArn = 'arn:aws:states:eu-west-1:1:execution:jobs:job-1'
  const asked = [['StopExecution', { executionArn, cause: 'Stopped by darkroom stop.' }]]
  expect(await stop('running')).toEqual({ result: { stopped: [], runsOn: false }, asked })
  for (const [state, runsOn] of [
    ['CreateTask', true],
    ['Prepare', false],
  ] as const) {
    expect(await stop('running', undefined, [entered(state)])).toEqual({
      result: { stopped: [], runsOn },
      asked,
    })
  }
})

test('tasks of our own service are stopped with their job, as far as they had not ended', async () => {
  const tasks = [RUNNING, { ...RUNNING, id: 'task-2' }].map((task) => ({
    ...task,
    account: 'a',
    units: 1,
  }))
  const finish = async (id: string) => ({
    ...RUNNING,
    id,
    status: id === 'task-1' ? 'error' : 'success',
  })
  const nothing = new Proxy({}, { get: () => async () => [] })
  const own = {
    units: nothing,
    freeTasks: nothing,
    webhooks: nothing,
    webhookQueue: nothing,
    objectRemover: nothing,
    now: () => 5_500,
    tasks: {
      runningCreatedBefore: async () => ['0', '1'],
      get: async (at: string) => tasks[Number(at)] ?? finish(at),
      finish,
    },
  }
  const stopped = await stop('running', own as never, [entered('CreateTask')])
  expect(stopped).toMatchObject({ result: { stopped: ['task-1'], runsOn: false } })
})

test('keys are listed from behind one, without folders, and say where they go on', async () => {
  const { client, asked } = scripted({
    ListObjectsV2: () => ({ Contents: [{ Key: 'd/' }, { Key: 'd/a' }], IsTruncated: true }),
  })
  const clients = { s3: client, at: AT } as never
  expect(await keysBelow(clients, 'd', { after: undefined, limit: 2 })).toEqual({
    keys: ['d/a'],
    next: 'd/a',
  })
  await keysBelow(clients, 'd', { after: 'd/a', limit: 3 })
  expect(asked.map(([, input]) => input)).toEqual([
    { Bucket: 'drop', Prefix: 'd', MaxKeys: 2 },
    { Bucket: 'drop', Prefix: 'd', MaxKeys: 3, StartAfter: 'd/a' },
  ])
  const none = { s3: scripted({ ListObjectsV2: () => ({ IsTruncated: true }) }).client, at: AT }
  expect(await keysBelow(none as never, 'd', { after: undefined, limit: 2 })).toEqual({ keys: [] })
  const whole = {
    s3: scripted({ ListObjectsV2: () => ({ Contents: [{ Key: 'd/a' }] }) }).client,
    at: AT,
  }
  expect(await keysBelow(whole as never, 'd', { after: undefined, limit: 2 })).toEqual({
    keys: ['d/a'],
  })
})

test('a file’s jobs are found by their names: four attempts, and twenty recipes of a batch’s file', async () => {
  const names = Array.from({ length: 21 }, (_, at) => `r${at}`)
  const s3 = scripted({
    HeadObject: () => ({ VersionId: 'v1' }),
    ListObjectsV2: () => ({ Contents: names.map((name) => ({ Key: `recipes/${name}.json` })) }),
  })
  const db = tableWith({
    [id(0)]: { createdAt: '2026-01-01' },
    [id(3)]: { createdAt: '2026-01-03' },
    [id(4)]: { createdAt: '2026-01-04' },
  })
  const clients = { s3: s3.client, db: db.client, at: AT } as never
  expect((await jobsOfKeys(clients, [SOURCE.key])).map((job) => job.id)).toEqual([id(3), id(0)])
  expect(s3.asked.map(([name]) => name)).toEqual(['HeadObject'])
  db.asked.length = 0
  await jobsOfKeys(clients, ['files/a.jpg'])
  const { RequestItems } = db.asked[0]![1] as { RequestItems: { jobs: { Keys: object[] } } }
  expect(RequestItems.jobs.Keys).toHaveLength(20 * 4)
})

test('of a file that is gone there are no jobs, and the newest of several comes first', async () => {
  const gone = new S3ServiceException({
    name: 'NotFound',
    $fault: 'client',
    $metadata: { httpStatusCode: 404 },
  })
  const s3 = scripted({
    HeadObject: ({ Key }: { Key: string }) =>
      Key === SOURCE.key ? { VersionId: 'v1' } : Promise.reject(gone),
  })
  const days = [2, 4, 1, 3]
  const attempts = days.map((day, at) => [id(at), { createdAt: `2026-01-0${day}` }])
  const db = tableWith(Object.fromEntries(attempts))
  const clients = { s3: s3.client, db: db.client, at: AT } as never
  const found = await jobsOfKeys(clients, ['drop/slim/gone.jpg', SOURCE.key])
  expect(found.map((job) => job.id)).toEqual([id(1), id(3), id(0), id(2)])
  expect(await jobsOfKeys(clients, ['drop/slim/gone.jpg'])).toEqual([])
})

test('changes of a retry are as long as metadata may be, and lie over what the object’s lays over', async () => {
  const text = {
    steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
    overrides: ['timeoutSeconds', 'description'],
  }
  const { NoSuchKey } = await import('@aws-sdk/client-s3')
  const ask = (changes: string, metadata?: object, recipe: object | undefined = text) => {
    const { client } = scripted({
      GetObject: () => {
        if (!recipe) throw new NoSuchKey({ $metadata: {}, message: '' })
        return { Body: { transformToString: async () => JSON.stringify(recipe) } }
      },
      HeadObject: () => ({ VersionId: 'v1', ...(metadata && { Metadata: metadata }) }),
    })
    const job = { source: SOURCE, recipe: RECIPE } as never
    return requireChanges({ s3: client }, job, changes).then(
      () => 'taken',
      ({ message }: Error) => message,
    )
  }
  const padded = (length: number) => '{"timeoutSeconds":60}'.padEnd(length)
  expect(await ask(padded(2048))).toBe('taken')
  expect(await ask(padded(2049))).toBe('The changes are longer than 2048 bytes.')
  expect(await ask('{"onRefusal":"original"}')).toContain('does not let')
  expect(await ask('{}', { 'darkroom-recipe': '{"onRefusal":"original"}' })).toContain(
    'does not let',
  )
})

function execution(name: string, second: number) {
  return { name, startDate: new Date(second * 1000) }
}

/** Pages of executions, of which all but `over` have a job that runs. */
function machineWith(pages: object[][], over: string[] = []) {
  const sfn = scripted({
    ListExecutions: ({ nextToken = '0' }: { nextToken?: string }) => ({
      executions: pages[Number(nextToken)],
      ...(Number(nextToken) + 1 < pages.length && { nextToken: String(Number(nextToken) + 1) }),
    }),
  })
  const jobs = pages.flat().map(({ name }: { name?: string }) => {
    const status = over.includes(name!) ? 'succeeded' : 'running'
    return [name, { status, recipe: { name: name!.startsWith('b') ? 'other' : 'slim' } }]
  })
  const clients = { sfn: sfn.client, db: tableWith(Object.fromEntries(jobs)).client, at: AT }
  const page = async (asked: object) => {
    const { jobs: found, next } = await runningJobs(
      clients as never,
      { limit: 2, ...asked } as never,
      100_000,
    )
    return { ids: found.map((job) => job.id), next }
  }
  return { page, asked: sfn.asked }
}

test('running jobs come a page at a time, each once', async () => {
  const all = ['a5', 'a4', 'a3', 'a2', 'a1'].map((name) => execution(name, Number(name[1])))
  const { page } = machineWith([all.slice(0, 3), all.slice(3)])
  const first = await page({})
  const second = await page({ before: first.next })
  const third = await page({ before: second.next })
  expect([first.ids, second.ids, third.ids]).toEqual([['a5', 'a4'], ['a3', 'a2'], ['a1']])
  expect([typeof first.next, typeof second.next, third.next]).toEqual([
    'string',
    'string',
    undefined,
  ])
})

test('those of one moment are told apart by their names, and others’ recipes and ended jobs left out', async () => {
  const { page } = machineWith([['a3', 'a2', 'b1', 'a1'].map((name) => execution(name, 7))], ['a2'])
  const first = await page({ recipe: 'slim' })
  expect(first.ids).toEqual(['a3', 'a1'])
  const one = await page({ limit: 1 })
  expect(one.ids).toEqual(['b1'])
  expect((await page({ before: one.next })).ids).toEqual(['a3', 'a1'])
})

test('a page goes on behind a name of its moment, and a time alone takes all of it', async () => {
  const { page } = machineWith([['a1', 'a2', 'a3'].map((name) => execution(name, 7))])
  const at = new Date(7000).toISOString()
  expect((await page({ before: `${at}~a2`, limit: 9 })).ids).toEqual(['a1'])
  expect((await page({ before: at, limit: 9 })).ids).toEqual(['a3', 'a2', 'a1'])
  expect((await page({ before: new Date(6999).toISOString(), limit: 9 })).ids).toEqual([])
})

test('a page that holds all that run has no next one', async () => {
  const { page } = machineWith([['a1', 'a2', 'a3'].map((name) => execution(name, 7))])
  for (const limit of [3, 9]) {
    expect(await page({ limit })).toEqual({ ids: ['a3', 'a2', 'a1'], next: undefined })
  }
})

test('five thousand executions are looked through for a page', async () => {
  const pages = [4999, 1, 1].map((count, at) =>
    Array.from({ length: count }, (_, nth) => execution(`a${at}-${nth}`, 9)),
  )
  const { page, asked } = machineWith(pages)
  expect((await page({ before: new Date(5000).toISOString() })).ids).toEqual([])
  expect(asked).toHaveLength(2)
})

test('those of one moment are all there before a page of them is cut', async () => {
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']
  const listed = names.map((name) => [execution(name, name === 'a1' ? 8 : 7)])
  const { page } = machineWith([...listed, [execution('a0', 6)]])
  const found: string[] = []
  let before: string | undefined
  do {
    const { ids, next } = await page({ before })
    found.push(...ids)
    before = next
  } while (before !== undefined)
  expect(found).toEqual(['a1', 'a7', 'a6', 'a5', 'a4', 'a3', 'a2', 'a0'])
})

test('no more than five thousand executions are looked through', async () => {
  const pages = Array.from({ length: 7 }, (_, at) =>
    Array.from({ length: 1000 }, (_, n) => execution(`x${at}-${n}`, 200_000)),
  )
  const { page, asked } = machineWith(pages)
  await page({})
  expect(asked).toHaveLength(5)
  expect(asked[1]?.[1]).toEqual({
    stateMachineArn: AT.stateMachineArn,
    statusFilter: 'RUNNING',
    maxResults: 1000,
    nextToken: '1',
  })
})
