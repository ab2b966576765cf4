import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { account, invoke, machine, region } from './definitions.ts'
import { startRig } from './rig.ts'

async function evaluate(expression: string, input: unknown = {}) {
  const rig = await startRig()
  return rig.run(machine({ A: { Type: 'Pass', Output: `{% ${expression} %}`, End: true } }), input)
}

test.for([
  ['$partition([1,2,3,4,5], 2)', [[1, 2], [3, 4], [5]]],
  ['$range(0, 10, 5)', [0, 5, 10]],
  ['$range(3, 1, -1)', [3, 2, 1]],
  ['$hash("a", "SHA-256")', createHash('sha256').update('a').digest('hex')],
  ['$hash("a", "MD5")', createHash('md5').update('a').digest('hex')],
  ['$parse("{\\"a\\":[1]}")', { a: [1] }],
  ['$random()', 0.5],
  ['$random(7) = $random(7)', true],
  ['$match($uuid(), /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/).index', 0],
  ['$now()', '2026-01-01T00:00:00.000Z'],
  ['$now("[Y0001]")', '2026'],
  ['$millis()', Date.UTC(2026, 0, 1)],
  ['[$states.input.list[n > 1]]', [{ n: 2 }]],
  ['$states.input.list[n > 1]', { n: 2 }],
  ['{ "a": $states.input.none, "b": 1 }', { b: 1 }],
] as const)('%s', async ([expression, value]) => {
  const ended = await evaluate(expression, { list: [{ n: 1 }, { n: 2 }] })
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: value })
})

test.for([
  ['undefined', '$states.input.none', 'returned nothing (undefined)'],
  ['a variable that was never assigned', '$never', 'returned nothing (undefined)'],
  ['a function', '$sum', 'returned a function'],
  ['a type error', '1 + "a"', 'T2002'],
  ['$eval', '$eval("1")', 'T1006'],
  ['an error of its own', '$error("mine")', 'mine'],
  ['a range too large', '$range(0, 100000)', 'at most 1000 numbers'],
  ['the root document', '$', 'returned nothing (undefined)'],
  ['$states.result in a state without one', '$states.result', 'returned nothing (undefined)'],
] as const)('%s is States.QueryEvaluationError', async ([, expression, cause]) => {
  const ended = await evaluate(expression)
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' })
  expect(ended.cause).toContain(cause)
})

test('Assign and Output see the variables as they were on entry', async () => {
  const rig = await startRig()
  const ended = await rig.run(
    machine({
      A: { Type: 'Pass', Assign: { x: 1, y: 10 }, Next: 'B' },
      B: {
        Type: 'Pass',
        Assign: { x: '{% $y %}', y: '{% $x %}' },
        Output: { during: '{% $x & " " & $y %}' },
        Next: 'C',
      },
      C: { Type: 'Pass', Output: '{% $merge([$states.input, {"after": [$x, $y]}]) %}', End: true },
    }),
  )
  expect(ended).toMatchObject({ output: { during: '1 10', after: [10, 1] } })
})

test('a Task sees result in Output and Assign; its next state gets the Output', async () => {
  const rig = await startRig({ functions: { give: () => ({ n: 4 }) } })
  const ended = await rig.run(
    machine({
      A: {
        ...invoke('give', {
          Assign: { n: '{% $states.result.Payload.n %}' },
          Output: { old: '{% $states.input.a %}' },
          Next: 'B',
        }),
      },
      B: { Type: 'Pass', Output: { input: '{% $states.input %}', n: '{% $n %}' }, End: true },
    }),
    { a: 1 },
  )
  expect(ended.output).toEqual({ input: { old: 1 }, n: 4 })
})

test('the context object describes the execution and the state', async () => {
  const rig = await startRig()
  const ended = await rig.run(
    machine({ A: { Type: 'Pass', Output: '{% $states.context %}', End: true } }),
    { in: 1 },
  )
  expect(ended.output).toEqual({
    Execution: {
      Id: ended.arn,
      Input: { in: 1 },
      Name: ended.arn.split(':').at(-1),
      RoleArn: `arn:aws:iam::${account}:role/machine`,
      StartTime: '2026-01-01T00:00:00.000Z',
      RedriveCount: 0,
    },
    State: { EnteredTime: '2026-01-01T00:00:00.000Z', Name: 'A', RetryCount: 0 },
    StateMachine: {
      Id: `arn:aws:states:${region}:${account}:stateMachine:machine`,
      Name: 'machine',
    },
  })
})

test('an Assign above 262,144 bytes is States.DataLimitExceeded', async () => {
  const rig = await startRig()
  const ended = await rig.run(
    machine({
      A: {
        Type: 'Pass',
        Assign: { x: '{% $pad("", 200000, "x") %}', y: '{% $pad("", 70000, "x") %}' },
        End: true,
      },
    }),
  )
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' })
})
