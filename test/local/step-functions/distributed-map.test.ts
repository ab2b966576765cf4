import {
  DescribeMapRunCommand,
  type ExecutionStatus,
  ListExecutionsCommand,
  ListMapRunsCommand,
  RedriveExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import type { MapObjectStore } from '../../../local/step-functions/map-object-store.ts'
import { callback, invoke, machine, named } from './definitions.ts'
import { startRig, tempDir } from './rig.ts'

const getObject = 'arn:aws:states:::s3:getObject'

/** Objects in memory, streamed in chunks of any size. */
function objectsOf(texts: Record<string, string>): MapObjectStore & { texts: typeof texts } {
  return {
    texts,
    open: async ({ key }) => {
      const text = texts[key]
      if (text === undefined) throw new Error(`there is no ${key}`)
      const bytes = Buffer.from(text)
      return (async function* () {
        for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
      })()
    },
    list: async function* (_bucket, prefix) {
      for (const Key of Object.keys(texts).sort()) if (Key.startsWith(prefix)) yield { Key }
    },
    write: async (_bucket, key, parts) => {
      texts[key] = [...parts].join('')
      return Buffer.byteLength(texts[key])
    },
  }
}

/** The only map run of an execution. */
async function mapRunOf({ client }: Awaited<ReturnType<typeof startRig>>, executionArn: string) {
  const { mapRuns } = await client.send(new ListMapRunsCommand({ executionArn }))
  return client.send(new DescribeMapRunCommand({ mapRunArn: mapRuns![0]!.mapRunArn }))
}

function lines(count: number): string {
  return Array.from(
    { length: count },
    (_, n) => `${JSON.stringify({ n, name: `é "${n}"` })}\n`,
  ).join('')
}

function distributed(more: object = {}, each: object = invoke('each')): object {
  return machine({
    M: {
      Type: 'Map',
      ItemReader: {
        Resource: getObject,
        ReaderConfig: { InputType: 'JSONL' },
        Arguments: { Bucket: 'b', Key: '{% $states.input.key %}' },
      },
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'I',
        States: { I: each },
      },
      End: true,
      ...more,
    },
  })
}

test('every line becomes a child execution, at most MaxConcurrency at once, results in order', async () => {
  let now = 0
  let most = 0
  const rig = await startRig({
    objects: objectsOf({ items: lines(12) }),
    functions: {
      each: async ({ n }: { n: number }) => {
        most = Math.max(most, ++now)
        await new Promise(setImmediate)
        now -= 1
        return n
      },
    },
  })
  const { arn, ...ended } = await rig.run(distributed({ MaxConcurrency: 3 }), { key: 'items' })

  expect(ended).toEqual({ status: 'SUCCEEDED', output: Array.from({ length: 12 }, (_, n) => n) })
  expect(most).toBe(3)
  const { mapRuns } = await rig.client.send(new ListMapRunsCommand({ executionArn: arn }))
  const { mapRunArn } = mapRuns![0]!
  const described = await rig.client.send(new DescribeMapRunCommand({ mapRunArn }))
  expect(described).toMatchObject({ status: 'SUCCEEDED', executionArn: arn, maxConcurrency: 3 })
  expect(described.itemCounts).toMatchObject({ total: 12, succeeded: 12, failed: 0 })
  const children = await rig.client.send(new ListExecutionsCommand({ mapRunArn, maxResults: 5 }))
  expect(children.executions).toHaveLength(5)
  expect(children.nextToken).toBeDefined()
  expect(children.executions![0]!.executionArn).toContain(':execution:machine/M:')
  const events = await rig.history(arn)
  expect(events[2]?.mapStateStartedEventDetails).toEqual({ length: 0 })
  expect(events.map(({ type }) => type)).toEqual([
    'ExecutionStarted',
    'MapStateEntered',
    'MapStateStarted',
    'MapRunStarted',
    'MapRunSucceeded',
    'MapStateSucceeded',
    'MapStateExited',
    'ExecutionSucceeded',
  ])
})

test('CSV with quotes, commas and line breaks in its fields, batched with a common input', async () => {
  const csv = '\ufeffkey,size\r\n"a,b ""c""\nd",1\r\nplain\r\n\r\nlast,3'
  const inputs: unknown[] = []
  const rig = await startRig({
    objects: objectsOf({ csv }),
    functions: { each: (input) => void inputs.push(input) },
  })
  const definition = distributed({
    ItemReader: {
      Resource: getObject,
      ReaderConfig: { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' },
      Arguments: { Bucket: 'b', Key: 'csv' },
    },
    ItemSelector: { key: '{% $states.context.Map.Item.Value.key %}' },
    ItemBatcher: { MaxItemsPerBatch: 2, BatchInput: { from: '{% $states.input.who %}' } },
    MaxConcurrency: 1,
  })
  expect((await rig.run(definition, { who: 'me' })).status).toBe('SUCCEEDED')
  expect(inputs).toEqual([
    { BatchInput: { from: 'me' }, Items: [{ key: 'a,b "c"\nd' }, { key: 'plain' }] },
    { BatchInput: { from: 'me' }, Items: [{ key: 'last' }] },
  ])
})

test('a listing is read, and the results are written with a manifest', async () => {
  const objects = objectsOf({ 'in/a': '', 'in/b': '', 'out-of-it': '' })
  const rig = await startRig({ objects, functions: { each: ({ Key }: { Key: string }) => Key } })
  const definition = distributed({
    ItemReader: {
      Resource: 'arn:aws:states:::s3:listObjectsV2',
      Arguments: { Bucket: 'b', Prefix: 'in/' },
    },
    ResultWriter: {
      Resource: 'arn:aws:states:::s3:putObject',
      Arguments: { Bucket: 'b', Prefix: 'results' },
      WriterConfig: { OutputType: 'JSON', Transformation: 'COMPACT' },
    },
  })
  const { output } = (await rig.run(definition)) as { output: Record<string, { Key: string }> }
  const manifest = JSON.parse(objects.texts[output['ResultWriterDetails']!.Key]!)
  expect(manifest.ResultFiles.FAILED).toEqual([])
  expect(JSON.parse(objects.texts[manifest.ResultFiles.SUCCEEDED[0].Key]!)).toEqual([
    'in/a',
    'in/b',
  ])
})

test.each([
  [{}, 'FAILED'],
  [{ ToleratedFailureCount: 1 }, 'FAILED'],
  [{ ToleratedFailurePercentage: 10 }, 'FAILED'],
  [{ ToleratedFailurePercentage: 20 }, 'SUCCEEDED'],
  [{ ToleratedFailureCount: 2 }, 'SUCCEEDED'],
])('two failed items of ten with %j end as %s', async (more, status) => {
  const rig = await startRig({
    objects: objectsOf({ items: lines(10) }),
    functions: {
      each: ({ n }: { n: number }) => {
        if (n === 3 || n === 7) throw named('Broken')
        return n
      },
    },
  })
  const ended = await rig.run(distributed({ MaxConcurrency: 2, ...more }), { key: 'items' })
  expect(ended.status).toBe(status)
  if (status === 'SUCCEEDED') expect(ended.output).toEqual([0, 1, 2, 4, 5, 6, 8, 9])
  else {
    expect(ended.error).toBe('States.ExceedToleratedFailureThreshold')
    const types = (await rig.history(ended.arn)).map(({ type }) => type)
    expect(types.slice(-3)).toEqual(['MapRunFailed', 'MapStateFailed', 'ExecutionFailed'])
  }
})

test.each([
  ['there is no object', { other: '' }, 'there is no items'],
  ['a line is no JSON', { items: '{}\n{no\n' }, 'JSON'],
])('when %s it is States.ItemReaderFailed', async (_, texts, cause) => {
  const rig = await startRig({ objects: objectsOf(texts), functions: { each: () => 1 } })
  const ended = await rig.run(distributed(), { key: 'items' })
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.ItemReaderFailed' })
  expect(ended.cause).toContain(cause)
})

test('stopping the parent stops its children', async () => {
  const asked: string[] = []
  const rig = await startRig({
    objects: objectsOf({ items: lines(3) }),
    functions: { ask: ({ token }: { token: string }) => void asked.push(token) },
  })
  const arn = await rig.start(distributed({}, callback('ask')), { key: 'items' })
  await rig.clock.runUntil(() => asked.length === 3)
  await rig.client.send(new StopExecutionCommand({ executionArn: arn }))
  const { mapRuns } = await rig.client.send(new ListMapRunsCommand({ executionArn: arn }))
  const { mapRunArn } = mapRuns![0]!
  await rig.clock.advance(0)
  const described = await rig.client.send(new DescribeMapRunCommand({ mapRunArn }))
  expect(described.status).toBe('ABORTED')
  expect(described.executionCounts).toMatchObject({ total: 3, running: 0, aborted: 3 })
})

test('a redrive runs what failed and what was never started, and nothing else', async () => {
  const calls: number[] = []
  const seen: unknown[] = []
  let broken = true
  let now = 0
  let most = 0
  const rig = await startRig({
    objects: objectsOf({ items: lines(5) }),
    functions: {
      each: async ({ n }: { n: number }) => {
        calls.push(n)
        if (n === 2 && broken) throw named('Broken')
        most = Math.max(most, ++now)
        if (n === 4) seen.push((await mapRunOf(rig, arn)).status)
        await new Promise(setImmediate)
        now -= 1
        return n
      },
    },
  })
  const definition = distributed({ MaxConcurrency: 1 })
  const arn = await rig.start(definition, { key: 'items' })
  expect((await rig.finish(arn)).status).toBe('FAILED')
  expect(await mapRunOf(rig, arn)).toMatchObject({ status: 'FAILED', stopDate: expect.any(Date) })
  broken = false
  rig.changes.length = 0
  await rig.client.send(new RedriveExecutionCommand({ executionArn: arn }))
  expect(await rig.finish(arn)).toEqual({ status: 'SUCCEEDED', output: [0, 1, 2, 3, 4] })
  expect(calls).toEqual([0, 1, 2, 2, 3, 4])
  expect([most, seen]).toEqual([1, ['RUNNING']])
})

test('a map that fails lets go of its object, and names its children after its state', async () => {
  let closed = false
  const name = `É ${'long'.repeat(11)}`
  const rig = await startRig({
    objects: {
      ...objectsOf({}),
      open: async () =>
        (async function* () {
          try {
            for (;;) yield Buffer.from('{}\n')
          } finally {
            closed = true
          }
        })(),
    },
    functions: {
      each: () => {
        throw named('Broken')
      },
    },
  })
  const { States } = distributed({ MaxConcurrency: 1 }) as { States: { M: object } }
  const ended = await rig.run(machine({ [name]: States.M }), { key: 'items' })
  expect([ended.status, closed]).toEqual(['FAILED', true])
  const { mapRunArn, maxConcurrency } = await mapRunOf(rig, ended.arn)
  expect(mapRunArn?.split(':').at(-2)).toBe(`machine/${'long'.repeat(10)}`)
  expect(maxConcurrency).toBe(1)
  const list = async (statusFilter: ExecutionStatus) =>
    (await rig.client.send(new ListExecutionsCommand({ mapRunArn, statusFilter }))).executions
  expect([await list('SUCCEEDED'), await list('FAILED')]).toMatchObject([[], [{}]])
})

test('a new process continues after the last child, and waits for those that are running', async () => {
  const dataDir = tempDir()
  const objects = objectsOf({ items: lines(6) })
  const asked = new Map<number, string>()
  const functions = {
    ask: ({ token, input }: { token: string; input: { n: number } }) =>
      void asked.set(input.n, token),
  }
  const first = await startRig({ dataDir, objects, functions })
  const arn = await first.start(distributed({ MaxConcurrency: 2 }, callback('ask')), {
    key: 'items',
  })
  await first.clock.runUntil(() => asked.size === 2)
  await first.stop()

  const again: number[] = []
  const second = await startRig({
    dataDir,
    objects,
    functions: {
      ask: (payload: { token: string; input: { n: number } }) => {
        again.push(payload.input.n)
        functions.ask(payload)
      },
    },
  })
  const answered = new Set<number>()
  const { SendTaskSuccessCommand } = await import('@aws-sdk/client-sfn')
  while (!second.ended(arn)) {
    await second.clock.advance(0)
    for (const [n, taskToken] of asked) {
      if (answered.has(n)) continue
      answered.add(n)
      await second.client.send(new SendTaskSuccessCommand({ taskToken, output: `${n}` }))
    }
  }
  expect(await second.finish(arn)).toEqual({ status: 'SUCCEEDED', output: [0, 1, 2, 3, 4, 5] })
  expect(again).toEqual([2, 3, 4, 5])
})

test('a long list is never in memory: only the running children are', async () => {
  let produced = 0
  let ended = 0
  let ahead = 0
  const rig = await startRig({
    objects: {
      ...objectsOf({}),
      list: async function* () {
        for (; produced < 400; produced++) yield { n: produced }
      },
    },
    functions: {
      each: () => {
        ended += 1
        ahead = Math.max(ahead, produced - ended)
      },
    },
  })
  const definition = distributed({
    ItemReader: { Resource: 'arn:aws:states:::s3:listObjectsV2', Arguments: { Bucket: 'b' } },
    MaxConcurrency: 4,
    Output: {},
  })
  expect((await rig.run(definition)).status).toBe('SUCCEEDED')
  expect(ended).toBe(400)
  expect(ahead).toBeLessThanOrEqual(5)
})
