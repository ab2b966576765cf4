import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test } from 'vitest'
import { BATCH_CHANGES_ROUTES } from '../../../functions/console/routes/batch-changes-routes.ts'
import { FIND_ROUTES } from '../../../functions/console/routes/find-route.ts'
import { JOB_CHANGES_ROUTES } from '../../../functions/console/routes/job-changes-routes.ts'
import type { ConsoleRoute } from '../../../functions/console/routes/route.ts'
import { executionName } from '../../../functions/pipeline/core/begin/execution-name.ts'
import { scripted } from '../operate/scripted.ts'

const JOB_ID = `job-${'0'.repeat(40)}`
const BATCH_ID = `batch-${'0'.repeat(40)}`
const SOURCE = { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 1 }
const JOB = { id: JOB_ID, source: SOURCE, recipe: { name: 'slim' }, attempt: 0 }

type Answers = Parameters<typeof scripted>[0]

/** What a route answers to a call, over clients that answer like this; each keeps what it was asked. */
async function answerOf(
  routes: readonly ConsoleRoute[],
  path: string,
  call: object,
  { db = {}, s3 = {}, sfn = {}, changes = true }: Record<string, Answers | boolean> = {},
) {
  const { handle } = routes.find((route) => route.path === path)!
  const [sqs, ...others] = [{}, db, s3, sfn].map((answers) => scripted(answers as Answers))
  const [table, bucket, states] = others
  const pipeline = {
    db: table?.client,
    s3: bucket?.client,
    sfn: states?.client,
    at: {
      dropBucket: 'drop',
      jobsTable: 'jobs',
      batchesTable: 'batches',
      dropQueue: 'queue',
      stateMachineArn: 'arn:aws:states:r:1:stateMachine:jobs',
      batchMachineArn: 'arn:aws:states:r:1:stateMachine:batches',
    },
  }
  const deps = { pipeline, now: () => 0, ...(changes && { sqs: sqs?.client }) }
  const given = { query: {}, at: {}, body: {}, ...call }
  const answer = await handle(given as never, deps as never)
  const bodies = sqs?.asked.map(([, input]) => JSON.parse(String(input['MessageBody'])))
  return { answer, bodies, bucket: bucket?.asked, states: states?.asked }
}

const stored = (...records: object[]) => ({
  Get: ({ Key }: { Key: { id: string } }) => ({
    Item: records.find((one) => (one as { id: string }).id === Key.id),
  }),
})
const at = { id: JOB_ID }

test.each([
  ['stop', 'succeeded', 'Only a running job can be stopped; X is succeeded.'],
  ['stop', 'parked', 'Only a running job can be stopped; X is parked.'],
  ['release', 'running', 'Only a parked job can be let go on; X runs.'],
  ['release', 'failed', 'Only a parked job can be let go on; X is failed.'],
  ['retry', 'running', 'X has not failed: it is running.'],
])('%s of a job that is %s is refused', async (change, status, words) => {
  const asked = answerOf(
    JOB_CHANGES_ROUTES,
    `/jobs/{id}/${change}`,
    { at },
    { db: stored({ ...JOB, status }) },
  )
  await expect(asked).rejects.toMatchObject({
    code: 'StateConflict',
    message: words.replace('X', JOB_ID),
  })
})

test('a parked job is let go on, and a failed one is tried again', async () => {
  const released = await answerOf(
    JOB_CHANGES_ROUTES,
    '/jobs/{id}/release',
    { at },
    { db: stored({ ...JOB, status: 'parked' }) },
  )
  expect(released.answer).toEqual({ json: { job: JOB_ID } })
  expect(released.bodies).toEqual([{ release: JOB_ID }])
  const failed = { db: stored({ ...JOB, status: 'failed' }) }
  const retried = await answerOf(JOB_CHANGES_ROUTES, '/jobs/{id}/retry', { at }, failed)
  const next = executionName(SOURCE, 'slim', 1)
  expect(retried.answer).toEqual({ json: { job: JOB_ID, attempt: next } })
  expect(retried.bodies).toEqual([{ retry: JOB_ID }])
  const nothing = { ...failed, changes: false }
  await expect(answerOf(JOB_CHANGES_ROUTES, '/jobs/{id}/retry', { at }, nothing)).rejects.toThrow(
    'Nothing is changed here.',
  )
})

test('changes that an attempt would fail with are refused before it begins', async () => {
  const retry = (thrown: Error) =>
    answerOf(
      JOB_CHANGES_ROUTES,
      '/jobs/{id}/retry',
      { at, body: { overrides: { timeoutSeconds: 60 } } },
      {
        db: stored({ ...JOB, status: 'failed' }),
        s3: {
          GetObject: () => {
            throw thrown
          },
        },
      },
    )
  await expect(retry(new NoSuchKey({ message: '', $metadata: {} }))).rejects.toMatchObject({
    code: 'InvalidParameters',
    message: 'There is no recipe "slim" any more.',
  })
  await expect(retry(new TypeError('Away.'))).rejects.toThrow('Away.')
})

test('a batch that begins has a hundred files at once and half of them may fail, where nothing is said', async () => {
  const s3 = mockClient(S3Client)
  onTestFinished(() => s3.restore())
  const recipe = JSON.stringify({
    steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
  })
  s3.on(GetObjectCommand).resolves({ Body: { transformToString: async () => recipe } as never })
  s3.on(ListObjectsV2Command)
    .resolvesOnce({ Contents: [{ Key: 'files/a.jpg', Size: 1 }] })
    .resolvesOnce({ Contents: [{ Key: 'files/a.jpg', Size: 1 }] })
    .resolves({})
  s3.on(PutObjectCommand).resolves({ VersionId: 'v1' })
  const { handle } = BATCH_CHANGES_ROUTES.find(({ path }) => path === '/batches')!
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const client = new S3Client({ region: 'eu-west-1', credentials })
  const pipeline = { s3: client, at: { dropBucket: 'drop' } }
  const begin = async (body: object) =>
    handle({ body: { prefix: 'files/', recipe: 'slim', ...body } } as never, { pipeline } as never)
  expect(await begin({})).toMatchObject({ json: { files: 1 } })
  await begin({ concurrency: 3, tolerate: 0, refusalsCount: true })
  const written = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Metadata)
  expect(written).toEqual([
    { 'darkroom-concurrency': '100', 'darkroom-tolerated-failures': '50' },
    {
      'darkroom-concurrency': '3',
      'darkroom-tolerated-failures': '0',
      'darkroom-refusals-count': 'yes',
    },
  ])
  await expect(begin({})).rejects.toMatchObject({
    code: 'InvalidParameters',
    message: 'There is no file below files/.',
  })
  s3.on(ListObjectsV2Command).rejects(new TypeError('Away.'))
  await expect(begin({})).rejects.toThrow(new TypeError('Away.'))
})

test.each([
  ['redrive', 'running', 'Only a failed batch can be redriven; X runs.'],
  ['redrive', 'succeeded', 'Only a failed batch can be redriven; X succeeded.'],
  ['stop', 'failed', 'Only a running batch can be stopped; X failed.'],
])('%s of a batch that is %s is refused', async (change, status, words) => {
  const asked = answerOf(
    BATCH_CHANGES_ROUTES,
    `/batches/{id}/${change}`,
    { at: { id: BATCH_ID } },
    { db: { Get: () => ({ Item: { id: BATCH_ID, status } }) } },
  )
  await expect(asked).rejects.toMatchObject({
    code: 'StateConflict',
    message: words.replace('X', BATCH_ID),
  })
})

test('a running batch is stopped', async () => {
  const { answer, states } = await answerOf(
    BATCH_CHANGES_ROUTES,
    '/batches/{id}/stop',
    { at: { id: BATCH_ID } },
    { db: { Get: () => ({ Item: { id: BATCH_ID, status: 'running' } }) } },
  )
  expect(answer).toEqual({ json: { batch: BATCH_ID } })
  expect(states).toMatchObject([
    ['StopExecution', { executionArn: `arn:aws:states:r:1:execution:batches:${BATCH_ID}` }],
  ])
})

test.each(['job-1', `${JOB_ID}0`, `a${JOB_ID}`, `${JOB_ID}-0`, `${JOB_ID}-123456`, ''])(
  '"%s" is no job’s id',
  async (id) => {
    const asked = answerOf(JOB_CHANGES_ROUTES, '/jobs/{id}/stop', { at: { id } })
    await expect(asked).rejects.toMatchObject({ code: 'InvalidParameters' })
  },
)

test('what is not there is told', async () => {
  const job = answerOf(JOB_CHANGES_ROUTES, '/jobs/{id}/stop', { at: { id: `${JOB_ID}-12345` } })
  await expect(job).rejects.toThrow(`There is no job ${JOB_ID}-12345.`)
  const batch = answerOf(BATCH_CHANGES_ROUTES, '/batches/{id}/stop', { at: { id: BATCH_ID } })
  await expect(batch).rejects.toThrow(`There is no batch ${BATCH_ID}.`)
  const odd = answerOf(BATCH_CHANGES_ROUTES, '/batches/{id}/stop', { at: { id: `${BATCH_ID}0` } })
  await expect(odd).rejects.toMatchObject({ code: 'InvalidParameters' })
})

const find = (text: string, clients = {}, after?: string) =>
  answerOf(FIND_ROUTES, FIND_ROUTES[0]?.path ?? '', { query: { text, after } }, clients)

test('a job or a batch is found by its id, a file by what its key begins with', async () => {
  const job = { ...JOB, status: 'running', createdAt: '2026-01-31T00:00:00.000Z' }
  expect((await find(JOB_ID, { db: stored(job) })).answer).toMatchObject({
    json: { jobs: [{ id: JOB_ID }], keys: [] },
  })
  expect((await find(JOB_ID)).answer).toEqual({ json: { jobs: [], keys: [] } })
  const batch = { Get: () => ({ Item: { id: BATCH_ID } }) }
  expect((await find(BATCH_ID, { db: batch })).answer).toEqual({
    json: { jobs: [], keys: [], batch: BATCH_ID },
  })
  expect((await find(BATCH_ID)).answer).toEqual({ json: { jobs: [], keys: [] } })
  const listed = {
    ListObjectsV2: () => ({ Contents: [{ Key: 'drop/slim/a.jpg' }], IsTruncated: true }),
    HeadObject: () => ({ VersionId: 'v1', ETag: '"e"', ContentLength: 1 }),
  }
  const found = await find('drop/slim/', { s3: listed }, 'drop/slim/0.jpg')
  expect(found.answer).toEqual({
    json: { jobs: [], keys: ['drop/slim/a.jpg'], next: 'drop/slim/a.jpg' },
  })
  expect(found.bucket?.[0]).toEqual([
    'ListObjectsV2',
    expect.objectContaining({ MaxKeys: 20, StartAfter: 'drop/slim/0.jpg' }),
  ])
  await expect(find('results/')).rejects.toMatchObject({
    code: 'InvalidParameters',
    message: 'text must be a job’s or a batch’s id, or begin with files/ or drop/.',
  })
})
