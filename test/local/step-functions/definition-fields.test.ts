import { expect, test } from 'vitest'
import { readDefinition } from '../../../local/step-functions/definition/read-definition.ts'
import { readResource } from '../../../local/step-functions/definition/read-resource.ts'
import { createEvaluator } from '../../../local/step-functions/query/evaluator.ts'
import { callback, machine } from './definitions.ts'

const evaluator = createEvaluator({})

/** What keeps a definition from running; undefined where nothing does. */
function problem(states: object, more: object = {}): string | undefined {
  try {
    readDefinition(JSON.stringify({ ...machine(states as never), ...more }), evaluator)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const OPEN = { Type: 'Pass', End: true }
const wait = (fields: object) => problem({ A: { Type: 'Wait', End: true, ...fields } })
const task = (fields: object) => problem({ A: callback('f', fields as never) })
const retry = (fields: object) => task({ Retry: [{ ErrorEquals: ['States.ALL'], ...fields }] })
const map = (fields: object, processor: object = {}) =>
  problem({
    A: {
      Type: 'Map',
      ItemProcessor: { StartAt: 'I', States: { I: OPEN }, ...processor },
      End: true,
      ...fields,
    },
  })
const DISTRIBUTED = { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } }
const distributed = (fields: object) => map(fields, DISTRIBUTED)

/** Amazon States Language: each number by what is just within and just beyond its bounds. */
test.each<[string, (value: number) => string | undefined, number, number | undefined]>([
  [
    'TimeoutSeconds of a machine',
    (n) => problem({ A: OPEN }, { TimeoutSeconds: n }),
    1,
    99_999_999,
  ],
  ['TimeoutSeconds', (n) => task({ TimeoutSeconds: n }), 1, 99_999_999],
  ['HeartbeatSeconds', (n) => task({ HeartbeatSeconds: n }), 1, 99_999_999],
  ['Seconds', (n) => wait({ Seconds: n }), 0, 99_999_999],
  ['IntervalSeconds', (n) => retry({ IntervalSeconds: n }), 1, 99_999_999],
  ['MaxAttempts', (n) => retry({ MaxAttempts: n }), 0, 99_999_999],
  ['MaxDelaySeconds', (n) => retry({ MaxDelaySeconds: n }), 1, 31_622_400],
  ['BackoffRate', (n) => retry({ BackoffRate: n }), 1, undefined],
  ['MaxConcurrency', (n) => map({ MaxConcurrency: n }), 0, undefined],
  ['ToleratedFailureCount', (n) => map({ ToleratedFailureCount: n }), 0, undefined],
  ['MaxItemsPerBatch', (n) => distributed({ ItemBatcher: { MaxItemsPerBatch: n } }), 0, undefined],
])('%s', (_, problemOf, least, most) => {
  expect(problemOf(least)).toBeUndefined()
  expect(problemOf(least - 1)).toMatch(/^\//)
  if (most === undefined) return
  expect(problemOf(most)).toBeUndefined()
  expect(problemOf(most + 1)).toMatch(/^\//)
  expect(problemOf(least + 0.5)).toMatch(/^\//)
})

test.each([
  ['x'.repeat(40), true],
  ['x'.repeat(41), false],
  ['', false],
  [' a', false],
  ['a ', false],
  ['a-b_C9', true],
])('the label "%s" of a distributed map: %s', (Label, taken) => {
  expect(distributed({ Label }) === undefined).toBe(taken)
})

test('a state has a name of 1 to 80 characters', () => {
  const named = (name: string) => problem({ [name]: OPEN }, { StartAt: name })
  expect([named('x'.repeat(80)), named('x')]).toEqual([undefined, undefined])
  expect(named('x'.repeat(81))).toMatch(/^\//)
  expect(named('')).toMatch(/^\//)
})

test.each([
  ['a catcher', task({ Catch: [{ ErrorEquals: [], Next: 'A' }] })],
  ['a retrier', retry({ ErrorEquals: [] })],
  ['a Choice', problem({ A: { Type: 'Choice', Choices: [] } })],
  ['a Parallel', problem({ A: { Type: 'Parallel', Branches: [], End: true } })],
])('%s has at least one entry', (_, found) => {
  expect(found).toMatch(/^\//)
})

const S3 = 'arn:aws:states:::s3:'
const reader = (Resource: string, ReaderConfig?: object) =>
  distributed({ ItemReader: { Resource, Arguments: {}, ...(ReaderConfig && { ReaderConfig }) } })

test.each([
  [`${S3}listObjectsV2`, undefined, undefined],
  [`${S3}getObject`, { InputType: 'JSONL' }, undefined],
  [`${S3}getObject`, { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' }, undefined],
  [`${S3}getObject`, { InputType: 'CSV' }, 'CSV without a header in its FIRST_ROW'],
  [`${S3}getObject`, undefined, 'getObject without an InputType'],
  [`${S3}listObjectsV2`, { InputType: 'JSONL' }, 'or listObjectsV2 with one'],
  [`x${S3}getObject`, { InputType: 'JSONL' }, 'the ItemReader x'],
  [`${S3}getObjectx`, { InputType: 'JSONL' }, 'the ItemReader'],
  [`${S3}getObject`, { InputType: 'XML' }, 'InputType'],
])('items of %s with %o', (resource, config, says) => {
  if (says === undefined) expect(reader(resource, config)).toBeUndefined()
  else expect(reader(resource, config)).toContain(says)
})

test.each(['FULL', 'NONE', 'HALF'])('the jitter %s', (JitterStrategy) => {
  expect(retry({ JitterStrategy }) === undefined).toBe(JitterStrategy !== 'HALF')
})

test.each(['NONE', 'COMPACT', 'FLATTEN'])('the results of a map as %s', (Transformation) => {
  const WriterConfig = { OutputType: 'JSON', Transformation }
  const found = distributed({
    ResultWriter: { Resource: `${S3}putObject`, Arguments: {}, WriterConfig },
  })
  expect(found === undefined).toBe(Transformation !== 'FLATTEN')
})

test('a search that does not parse is named', () => {
  const Output = '{% $match("a", /a{2,1}/) %}'
  expect(problem({ A: { ...OPEN, Output } })).toMatch(/^state A: Invalid regular expression/)
})

test('items come from one place, and results go to S3', () => {
  const ItemReader = { Resource: `${S3}listObjectsV2`, Arguments: {} }
  expect(distributed({ ItemReader, Items: [] })).toContain('Items beside an ItemReader')
  const writer = (Resource: string) => distributed({ ResultWriter: { Resource, Arguments: {} } })
  expect(writer(`${S3}putObject`)).toBeUndefined()
  for (const other of [`x${S3}putObject`, `${S3}putObjectx`]) {
    expect(writer(other)).toContain(`the ResultWriter ${other} is not run here`)
  }
})

test.each(['ItemReader', 'ItemBatcher', 'ResultWriter', 'Label'])(
  '%s belongs to a distributed map',
  (name) => {
    expect(map({ [name]: {} })).toContain(`${name} belongs to a distributed map`)
  },
)

test.each([
  'InputPath',
  'OutputPath',
  'ResultPath',
  'Parameters',
  'ResultSelector',
  'Variable',
  'ItemsPath',
  'SecondsPath',
  'a.$',
])('%s is a field of JSONPath', (name) => {
  expect(problem({ A: { ...OPEN, [name]: '$' } })).toContain(
    `/States/A: ${name} is a JSONPath field`,
  )
})

test.each(['Path', 'xParameters', 'Parametersx', 'xVariable', 'a.$x'])(
  '%s is no field of JSONPath',
  (name) => {
    expect(problem({ A: { ...OPEN, [name]: '$' } })).not.toContain('JSONPath')
  },
)

test('a definition is in JSONata, as are its states', () => {
  expect(problem({ A: { ...OPEN, QueryLanguage: 'JSONata' } })).toBeUndefined()
  expect(problem({ A: OPEN }, { QueryLanguage: 'JSONPath' })).toContain(
    'must be JSONata at the top',
  )
  const branch = { StartAt: 'B', States: { B: { ...OPEN, InputPath: '$' } } }
  const parallel = {
    Type: 'Parallel',
    Branches: [{ StartAt: 'C', States: { C: OPEN } }, branch],
    End: true,
  }
  expect(problem({ A: parallel })).toContain('/States/A/Branches[1]/States/B: InputPath')
  expect(() => readDefinition('[]', evaluator)).toThrow('must be JSONata')
})

test.each([
  ['a', true],
  ['a9', true],
  ['é', true],
  ['x'.repeat(80), true],
  ['x'.repeat(81), false],
  ['9a', false],
  ['a b', false],
  ['$a', false],
  ['states', false],
])('%s may be the name of a variable: %s', (name, may) => {
  const found = problem({ A: { ...OPEN, Assign: { [name]: 1 } } })
  expect(found === undefined).toBe(may)
})

test('variables are those of all that assigns, and inner ones have names of their own', () => {
  const outer = { A: { Type: 'Pass', Assign: { x: 1 }, Next: 'M' } }
  const inner = (name: string) => ({
    M: {
      Type: 'Parallel',
      Branches: [{ StartAt: 'I', States: { I: { ...OPEN, Assign: { [name]: 2 } } } }],
      End: true,
    },
  })
  const both = (name: string) => problem({ ...outer, ...inner(name) }, { StartAt: 'A' })
  expect(both('y')).toBeUndefined()
  expect(both('x')).toContain('state I: x is a variable of an outer scope')
  const caught = task({
    Catch: [{ ErrorEquals: ['States.ALL'], Next: 'A', Assign: { states: 1 } }],
  })
  expect(caught).toContain('states cannot be the name of a variable')
  const chosen = problem({
    A: { Type: 'Choice', Choices: [{ Condition: true, Next: 'B', Assign: { '1': 1 } }] },
    B: OPEN,
  })
  expect(chosen).toContain('1 cannot be the name of a variable')
})

test.each([
  [{ A: { Type: 'Choice', Choices: [{ Condition: true, Next: 'A' }] } }, undefined],
  [{ A: { Type: 'Choice', Choices: [{ Condition: true, Next: 'B' }] } }, 'B is no state'],
  [
    { A: { Type: 'Choice', Choices: [{ Condition: true, Next: 'A' }], Default: 'B' } },
    'B is no state',
  ],
  [{ A: { Type: 'Succeed' } }, undefined],
  [{ A: { Type: 'Fail' } }, undefined],
  [{ A: { Type: 'Pass', End: false } }, 'exactly one of Next and End'],
  [{ A: { Type: 'Wait', Seconds: 1, Timestamp: 'a', End: true } }, 'exactly one of Seconds and'],
])('%j: %s', (states, says) => {
  if (says === undefined) expect(problem(states)).toBeUndefined()
  else expect(problem(states)).toContain(says)
})

const LAMBDA = 'arn:aws:lambda:us-east-1:000000000000:function:f'
test.each([
  ['arn:aws:states:::lambda:invoke', { kind: 'invoke', callback: false, name: 'invoke' }],
  [
    'arn:aws-cn:states:::lambda:invoke.waitForTaskToken',
    { kind: 'invoke', callback: true, name: 'invoke.waitForTaskToken' },
  ],
  [LAMBDA, { kind: 'lambda', callback: false, name: LAMBDA }],
  [`${LAMBDA}:$LATEST`, { kind: 'lambda', callback: false, name: `${LAMBDA}:$LATEST` }],
  [`x${LAMBDA}`, null],
  [`${LAMBDA} `, null],
  ['xarn:aws:states:::lambda:invoke', null],
  ['arn:aws:states:::lambda:invokex', null],
  ['arn:aws:states:::lambda:invoke.sync', null],
])('the resource %s', (resource, expected) => {
  expect(readResource(resource)).toEqual(expected)
})
