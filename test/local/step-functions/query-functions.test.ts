import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startExecution } from '../../../local/step-functions/api/start-execution.ts'
import type { MapState } from '../../../local/step-functions/definition/schema.ts'
import type { Json } from '../../../local/step-functions/json.ts'
import { writeResults } from '../../../local/step-functions/map-run/write-results.ts'
import { createEvaluator } from '../../../local/step-functions/query/evaluator.ts'
import { queryFunctions, seededRandom } from '../../../local/step-functions/query/functions.ts'
import type { Branch, Engine } from '../../../local/step-functions/run/engine.ts'
import type { MapRunRow } from '../../../local/step-functions/store/map-runs.ts'
import { machine } from './definitions.ts'
import { startRig } from './rig.ts'
import { virtualClock } from './virtual-clock.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const evaluator = createEvaluator(queryFunctions(virtualClock(NOON), () => 0.25))

/** What a template becomes, or the cause why it does not. */
async function filled(template: Json, variables: Record<string, unknown> = {}): Promise<Json> {
  try {
    return await evaluator.fill(template, variables, 'Output')
  } catch (error) {
    return (error as { cause: string }).cause
  }
}

const value = (expression: string): Promise<Json> => filled(`{% ${expression} %}`)

test.each([
  ['$count($range(1, 1000))', 1_000],
  ['$range(0, 4, 2)', [0, 2, 4]],
  ['$range(0, 5, 2)', [0, 2, 4]],
  ['$range(5, 1, -2)', [5, 3, 1]],
  ['$count($range(1, 0))', 0],
  ['$partition([1, 2, 3], 1)', [[1], [2], [3]]],
  ['$partition([1, 2, 3], 3)', [[1, 2, 3]]],
  ['$parse("[1]")', [1]],
  ['$random()', 0.25],
  ['$millis()', NOON],
  ['$now()', '2026-01-01T12:00:00.000Z'],
  ['$now("[Y0001]-[M01]")', '2026-01'],
  ['$length($uuid())', 36],
])('%s is %j', async (expression, expected) => {
  expect(await value(expression)).toEqual(expected)
})

test.each([
  ['$range(1, 1001)', '$range: at most 1000 numbers'],
  ['$range(1, 2, 0)', '$range: first, last and step must be integers, the step not 0'],
  ['$range(1.5, 2)', '$range: first, last and step must be integers'],
  ['$range(1, 2.5)', '$range: first, last and step must be integers'],
  ['$partition([1], 0)', '$partition: the size must be a positive integer'],
  ['$partition([1], 1.5)', '$partition: the size must be a positive integer'],
  ['$parse(1)', '$parse: the argument must be a string of JSON'],
  ['$hash(1)', '$hash: the content must be a string'],
  [
    '$hash("a", "SHA-3")',
    '$hash: the algorithm must be one of MD5, SHA-1, SHA-256, SHA-384, SHA-512',
  ],
  ['$eval("1")', 'threw an error during evaluation'],
  ['$nothing', 'returned nothing (undefined).'],
  ['function($a) { $a }', 'returned a function.'],
  ['1e308 * 10', 'returned a number out of range.'],
])('%s fails', async (expression, says) => {
  expect(await value(expression)).toContain(says)
})

test.each([
  ['MD5', 'md5'],
  ['SHA-1', 'sha1'],
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
])('$hash knows %s', async (name, algorithm) => {
  const expected = createHash(algorithm).update('é').digest('hex')
  expect(await value(`$hash("é", "${name}")`)).toBe(expected)
})

test('a hash is SHA-256 where nothing is said, and a seed gives its number again', async () => {
  expect(await value('$hash("a")')).toBe(createHash('sha256').update('a').digest('hex'))
  // Mulberry32, as its author publishes it: a state of 32 bits, and a number of it.
  let state = 7
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  const expected = ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  expect([seededRandom(7), seededRandom(7.9), await value('$random(7)')]).toEqual(
    Array(3).fill(expected),
  )
})

test.each<[Json, Json]>([
  ['plain', 'plain'],
  ['{%', '{%'],
  ['{%}', '{%}'],
  [' {% 1 %}', ' {% 1 %}'],
  ['{% 1 %} ', '{% 1 %} '],
  ['{%1%}', 1],
  ['{% $a %}', 7],
  [{ b: ['{% $a %}', null, true, 3] }, { b: [7, null, true, 3] }],
  ['{% [1, 2] %}', [1, 2]],
])('%j is filled to %j', async (template, expected) => {
  expect(await filled(template, { a: 7 })).toEqual(expected)
})

test('where an expression stands is named', async () => {
  const cause = await filled({ a: [1, { b: '{% $x %}' }] })
  expect(cause).toContain("The JSONata expression '$x' specified for the field 'Output/a[1]/b'")
  const own = await value('$parse(1)')
  expect(own).toContain('threw an error during evaluation. $parse: the argument')
  expect(() => evaluator.check('{%%}')).toThrow(SyntaxError)
  expect(() => evaluator.check({ a: ['{% ( %}'] })).toThrow(SyntaxError)
  expect(() => evaluator.check({ a: ['{% 1 %}', '( %}', 5, null] })).not.toThrow()
})

test('an expression is compiled once', async () => {
  let compiled = 0
  const ownKeys = () => {
    compiled += 1
    return []
  }
  const counted = createEvaluator(new Proxy({}, { ownKeys }))
  expect(await counted.fill(['{% 1 %}', '{% 1 %}'], {}, 'Output')).toEqual([1, 1])
  expect(compiled).toBe(1)
})

test('of a name that is refused a hundred characters are said', () => {
  const row = { arn: 'a' }
  const engine = { store: { machines: { find: () => row } } } as unknown as Engine
  const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:machine'
  const start = () => startExecution(engine, { stateMachineArn, name: 'x'.repeat(101) })
  expect(start).toThrow(`Invalid Name: '${'x'.repeat(100)}'`)
})

const CHILD = {
  id: 1,
  arn: 'arn:child',
  name: 'child',
  input: '1',
  output: '{"a":1}',
  error: null,
  cause: null,
  started: NOON,
  stopped: NOON + 1_000,
  machine: 'arn:machine',
  status: 'SUCCEEDED',
}
const FAILED = {
  ...CHILD,
  id: 2,
  status: 'FAILED',
  output: null,
  error: 'E',
  cause: 'c',
  stopped: null,
}

/** The files that the results of two children are written to, by key, and the result of the state. */
async function written(Arguments: Json, WriterConfig?: object) {
  const files: Record<string, string> = {}
  const write = async (bucket: string, key: string, parts: Iterable<string>) => {
    const text = [...parts].join('')
    files[`${bucket}/${key}`] = text
    return Buffer.byteLength(text)
  }
  const page = (_: number, __: number, after: number) =>
    [CHILD, FAILED].filter(({ id }) => id > after)
  const engine = {
    evaluator,
    store: { mapRuns: { page }, slowEvaluations: {} },
    objectsOf: () => ({ write }),
    clock: { now: () => 0 },
    account: '1',
    roles: new Map(),
  }
  const branch = {
    run: { engine, row: { machine: 'm', started: 0 } },
    frame: { input: {}, variables: {}, token: null },
    parent: null,
    item: null,
    pending: [],
  } as unknown as Branch
  const state = {
    ResultWriter: { Resource: 's3', Arguments, ...(WriterConfig && { WriterConfig }) },
  }
  const mapRun = { id: 1, arn: 'arn:run:id', machine: 'arn:machine' } as MapRunRow
  return { result: await writeResults(branch, state as unknown as MapState, mapRun), files }
}

test.each([
  [{ Bucket: 'b' }, 'id'],
  [{ Bucket: 'b', Prefix: 'p' }, 'p/id'],
  [{ Bucket: 'b', Prefix: 'p/q/' }, 'p/q/id'],
])('results go to %j', async (args, folder) => {
  const { files, result } = await written(args)
  expect(result).toEqual({
    MapRunArn: 'arn:run:id',
    ResultWriterDetails: { Bucket: 'b', Key: `${folder}/manifest.json` },
  })
  const sizeOf = (name: string) => Buffer.byteLength(files[`b/${folder}/${name}`] ?? '')
  const listed = (name: string) => [{ Key: `${folder}/${name}`, Size: sizeOf(name) }]
  expect(JSON.parse(files[`b/${folder}/manifest.json`] ?? '')).toEqual({
    DestinationBucket: 'b',
    MapRunArn: 'arn:run:id',
    ResultFiles: {
      FAILED: listed('FAILED_0.json'),
      PENDING: [],
      SUCCEEDED: listed('SUCCEEDED_0.json'),
    },
  })
})

test('children are described with what they have, or by their output alone', async () => {
  const { files } = await written({ Bucket: 'b' })
  const both = {
    Input: '1',
    InputDetails: { Included: true },
    Name: 'child',
    ExecutionArn: 'arn:child',
    StartDate: '2026-01-01T12:00:00.000Z',
    StateMachineArn: 'arn:machine',
  }
  expect(JSON.parse(files['b/id/SUCCEEDED_0.json'] ?? '')).toEqual([
    {
      ...both,
      Output: '{"a":1}',
      OutputDetails: { Included: true },
      Status: 'SUCCEEDED',
      StopDate: '2026-01-01T12:00:01.000Z',
    },
  ])
  expect(JSON.parse(files['b/id/FAILED_0.json'] ?? '')).toEqual([
    { ...both, Error: 'E', Cause: 'c', Status: 'FAILED' },
  ])
  const compact = await written({ Bucket: 'b' }, { OutputType: 'JSON', Transformation: 'COMPACT' })
  expect(compact.files['b/id/SUCCEEDED_0.json']).toBe('[{"a":1}]')
  expect(JSON.parse(compact.files['b/id/manifest.json'] ?? '').ResultFiles.SUCCEEDED).toHaveLength(
    1,
  )
  expect(JSON.parse(compact.files['b/id/FAILED_0.json'] ?? '')).toMatchObject([{ Error: 'E' }])
})

test('an expression of the writer that fails is an error of its own', async () => {
  await expect(written({ Bucket: '{% $nothing %}' })).rejects.toMatchObject({
    error: 'States.QueryEvaluationError',
  })
})

test.each<[Json]>([[{}], [{ Bucket: 1 }], [{ Bucket: 'b', Prefix: 1 }], ['b']])(
  'results cannot go to %j',
  async (args) => {
    await expect(written(args)).rejects.toMatchObject({
      error: 'States.ResultWriterFailed',
      cause: 'Arguments need a Bucket and may have a Prefix',
    })
  },
)

test('the input of an iteration has 262,144 bytes at most', async () => {
  const rig = await startRig()
  const map = (times: number) =>
    machine({
      M: {
        Type: 'Map',
        Items: [1],
        ItemSelector: Object.fromEntries(
          Array.from({ length: times }, (_, at) => [`k${at}`, '{% $states.input.text %}']),
        ),
        ItemProcessor: {
          StartAt: 'I',
          States: { I: { Type: 'Pass', Output: '{% 1 %}', End: true } },
        },
        End: true,
      },
    })
  const input = { text: 'x'.repeat(140_000) }
  expect(await rig.run(map(1), input)).toMatchObject({ status: 'SUCCEEDED', output: [1] })
  expect(await rig.run(map(2), input)).toMatchObject({
    status: 'FAILED',
    error: 'States.DataLimitExceeded',
    cause: "The state 'I' has an input above the limit of 262144 bytes.",
  })
})
