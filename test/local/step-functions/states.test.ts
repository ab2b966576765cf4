import { expect, test } from 'vitest'
import { functionArn, invoke, machine, named } from './definitions.ts'
import { type Ended, startRig, type TestFunction } from './rig.ts'

type Case = {
  name: string
  states: Record<string, object>
  input?: unknown
  functions?: Record<string, TestFunction>
  ends: Ended
}

function succeeds(output: unknown): Ended {
  return { status: 'SUCCEEDED', output }
}
function fails(error: string, cause: unknown): Ended {
  return {
    status: 'FAILED',
    error,
    cause: cause as string,
  }
}
const someCause = expect.any(String)
function pass(more: object = {}): object {
  return { Type: 'Pass', End: true, ...more }
}

const cases: Case[] = [
  {
    name: 'an output of 262,144 bytes is none too many',
    states: { A: pass({ Output: '{% $states.input & "xy" %}' }) },
    input: 'x'.repeat(262_140),
    ends: succeeds(`${'x'.repeat(262_140)}xy`),
  },
  {
    name: 'an output of 262,145 bytes is too large',
    states: { A: pass({ Output: '{% $states.input & "xyz" %}' }) },
    input: 'x'.repeat(262_140),
    ends: fails(
      'States.DataLimitExceeded',
      "The state 'A' has an output above the limit of 262144 bytes.",
    ),
  },
  {
    name: 'arguments are too large before the function is called',
    states: { A: invoke('broken') },
    input: 'x'.repeat(262_140),
    functions: {
      broken: () => {
        throw named('Called')
      },
    },
    ends: fails(
      'States.DataLimitExceeded',
      "The state 'A' has arguments above the limit of 262144 bytes.",
    ),
  },
  {
    name: 'Pass hands its input on',
    states: { A: pass() },
    input: { a: 1 },
    ends: succeeds({ a: 1 }),
  },
  {
    name: 'Pass fills its Output; what is no expression stays as it is',
    states: {
      A: pass({
        Output: { sum: '{% $states.input.a + 1 %}', plain: ' {% a %}', list: [1, '{% 2 %}'] },
      }),
    },
    input: { a: 1 },
    ends: succeeds({ sum: 2, plain: ' {% a %}', list: [1, 2] }),
  },
  {
    name: 'Succeed ends a flow through its Output',
    states: { A: { Type: 'Succeed', Output: '{% $states.input.a %}' } },
    input: { a: [1] },
    ends: succeeds([1]),
  },
  {
    name: 'Fail takes its Error and Cause from expressions',
    states: {
      A: { Type: 'Fail', Error: '{% "My" & "Error" %}', Cause: '{% $states.input.why %}' },
    },
    input: { why: 'so' },
    ends: fails('MyError', 'so'),
  },
  {
    name: 'Choice takes the first rule that holds, with its own Assign and Output',
    states: {
      A: {
        Type: 'Choice',
        Choices: [
          { Condition: '{% $states.input.n > 10 %}', Next: 'C' },
          {
            Condition: '{% $states.input.n > 1 %}',
            Next: 'B',
            Assign: { way: 'rule' },
            Output: { at: 'rule' },
          },
          { Condition: '{% true %}', Next: 'C' },
        ],
        Default: 'C',
        Assign: { way: 'default' },
      },
      B: pass({ Output: { way: '{% $way %}', input: '{% $states.input %}' } }),
      C: pass(),
    },
    input: { n: 2 },
    ends: succeeds({ way: 'rule', input: { at: 'rule' } }),
  },
  {
    name: 'Choice takes its Default with the Assign and Output of the state',
    states: {
      A: {
        Type: 'Choice',
        Choices: [{ Condition: '{% $states.input.n = 1 %}', Next: 'B' }],
        Default: 'B',
        Assign: { way: 'default' },
        Output: { at: 'default' },
      },
      B: pass({ Output: { way: '{% $way %}', input: '{% $states.input %}' } }),
    },
    input: { n: 2 },
    ends: succeeds({ way: 'default', input: { at: 'default' } }),
  },
  {
    name: 'Choice without a match or Default fails',
    states: {
      A: { Type: 'Choice', Choices: [{ Condition: '{% $states.input.n = 1 %}', Next: 'B' }] },
      B: pass(),
    },
    input: { n: 2 },
    ends: fails('States.NoChoiceMatched', someCause),
  },
  {
    name: 'a Condition that is no boolean fails',
    states: { A: { Type: 'Choice', Choices: [{ Condition: '{% 1 %}', Next: 'B' }] }, B: pass() },
    ends: fails('States.QueryEvaluationError', someCause),
  },
  {
    name: 'Task by lambda:invoke gives the whole answer of the integration',
    states: { A: { ...invoke('echo'), Output: undefined } },
    functions: { echo: (payload: unknown) => payload },
    input: { a: 1 },
    ends: succeeds({
      ExecutedVersion: '$LATEST',
      Payload: { a: 1 },
      SdkHttpMetadata: { HttpStatusCode: 200 },
      SdkResponseMetadata: {},
      StatusCode: 200,
    }),
  },
  {
    name: 'Task with a function as Resource gives its payload, its Arguments the whole event',
    states: {
      A: {
        Type: 'Task',
        Resource: functionArn('echo'),
        Arguments: { b: '{% $states.input.a %}' },
        End: true,
      },
    },
    functions: { echo: (payload: unknown) => ({ payload }) },
    input: { a: 1 },
    ends: succeeds({ payload: { b: 1 } }),
  },
  {
    name: 'a function that returns nothing gives null',
    states: { A: invoke('nothing') },
    functions: { nothing: () => undefined },
    ends: succeeds(null),
  },
  {
    name: 'a function error fails with its errorType and the JSON of the error as Cause',
    states: { A: invoke('broken') },
    functions: {
      broken: () => {
        throw named('OutOfLight', 'dark')
      },
    },
    ends: fails(
      'OutOfLight',
      JSON.stringify({ errorType: 'OutOfLight', errorMessage: 'dark', trace: ['at test'] }),
    ),
  },
  {
    name: 'an input above 262,144 bytes between states is States.DataLimitExceeded, which States.ALL does not catch',
    states: {
      A: {
        ...invoke('large', { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }], Next: 'B' }),
      },
      B: pass(),
    },
    functions: { large: () => 'x'.repeat(262_143) },
    ends: fails('States.DataLimitExceeded', someCause),
  },
]

test.for(cases)('$name', async ({ states, input, functions = {}, ends }) => {
  const rig = await startRig({ functions })
  const { arn: _, ...ended } = await rig.run(machine(states), input)
  expect(ended).toEqual(ends)
})

test.for([
  ['Seconds', { Seconds: 90 }, 90_000],
  ['Seconds as an expression', { Seconds: '{% $states.input.s %}' }, 30_000],
  ['Timestamp', { Timestamp: '2026-01-02T00:00:00Z' }, 86_400_000],
  ['more days than a timer of Node can count', { Seconds: 86_400 * 60 }, 86_400_000 * 60],
] as const)('Wait by %s goes on at that moment', async ([, fields, ms]) => {
  const rig = await startRig()
  const before = rig.clock.now()
  const ended = await rig.run(machine({ A: { Type: 'Wait', ...fields, End: true } }), { s: 30 })
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: { s: 30 } })
  expect(rig.clock.now() - before).toBe(ms)
})

test.for([
  [' 2026-01-02T00:00:00Z'],
  ['2026-01-02T00:00:00Z (UTC)'],
  ['2026-13-01T00:00:00Z'],
  ['2026-02-30T00:00:00Z'],
  ['2026-01-01T00:00:00+99:99'],
])('Wait until %s, which never comes, fails', async ([moment]) => {
  const rig = await startRig()
  const ended = await rig.run(
    machine({ A: { Type: 'Wait', Timestamp: '{% $states.input %}', End: true } }),
    moment,
  )
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' })
})
