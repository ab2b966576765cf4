import { expect, test } from 'vitest'
import { matchesError } from '../../../local/step-functions/state-error.ts'
import { invoke, machine, named } from './definitions.ts'
import { startRig } from './rig.ts'

test.for([
  [['States.ALL'], 'Mine', true],
  [['States.ALL'], 'States.Timeout', true],
  [['States.ALL'], 'States.QueryEvaluationError', true],
  [['States.ALL'], 'States.DataLimitExceeded', false],
  [['States.ALL'], 'States.Runtime', false],
  [['States.DataLimitExceeded'], 'States.DataLimitExceeded', true],
  [['States.TaskFailed'], 'Mine', true],
  [['States.TaskFailed'], 'States.Timeout', false],
  [['States.TaskFailed'], 'States.HeartbeatTimeout', false],
  [['States.TaskFailed'], 'States.Runtime', false],
  [['States.Timeout'], 'States.HeartbeatTimeout', true],
  [['States.HeartbeatTimeout'], 'States.Timeout', false],
  [['Other', 'Mine'], 'Mine', true],
  [['mine'], 'Mine', false],
  [['My'], 'Mine', false],
] as const)('%j matches %s: %s', ([names, error, matches]) => {
  expect(matchesError(names, error)).toBe(matches)
})

/**
 * Runs a Task whose function fails with these errors in turn and then answers. Returns the pauses between its calls
 * in seconds.
 */
async function pauses(errors: string[], Retry: object[], random = 0.5) {
  const at: number[] = []
  const left = [...errors]
  const rig = await startRig({
    random: () => random,
    functions: {
      work: () => {
        at.push(rig.clock.now())
        const error = left.shift()
        if (error) throw named(error)
        return 'done'
      },
    },
  })
  const ended = await rig.run(machine({ A: invoke('work', { Retry }) }))
  return { ended, pauses: at.slice(1).map((time, i) => (time - at[i]!) / 1_000) }
}

const all = { ErrorEquals: ['States.ALL'] }

test.for([
  ['the defaults: 1 s, doubling, three times', ['E', 'E', 'E'], [all], [1, 2, 4]],
  [
    'IntervalSeconds and BackoffRate',
    ['E', 'E'],
    [{ ...all, IntervalSeconds: 3, BackoffRate: 1.5 }],
    [3, 4.5],
  ],
  [
    'MaxDelaySeconds',
    ['E', 'E', 'E'],
    [{ ...all, IntervalSeconds: 10, MaxDelaySeconds: 15 }],
    [10, 15, 15],
  ],
  ['full jitter', ['E', 'E'], [{ ...all, IntervalSeconds: 4, JitterStrategy: 'FULL' }], [2, 4]],
  [
    'each retrier by its own count',
    ['E', 'F', 'E', 'F'],
    [
      { ErrorEquals: ['E'], IntervalSeconds: 1, MaxAttempts: 2 },
      { ErrorEquals: ['F'], IntervalSeconds: 10, MaxAttempts: 2 },
    ],
    [1, 10, 2, 20],
  ],
] as const)('Retry: %s', async ([, errors, retry, expected]) => {
  const { ended, pauses: found } = await pauses([...errors], [...retry])
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 'done' })
  expect(found).toEqual(expected)
})

test.for([
  ['when its tries are used up', ['E', 'E', 'E'], [{ ErrorEquals: ['E'], MaxAttempts: 2 }], 2],
  ['at once with MaxAttempts 0', ['E'], [{ ErrorEquals: ['E'], MaxAttempts: 0 }, all], 0],
  ['at once when no retrier matches', ['E'], [{ ErrorEquals: ['F'] }], 0],
] as const)('Retry gives up %s', async ([, errors, retry, retries]) => {
  const { ended, pauses: found } = await pauses([...errors], [...retry])
  expect(ended).toMatchObject({ status: 'FAILED', error: 'E' })
  expect(found).toHaveLength(retries)
})

const failing = {
  functions: {
    work: () => {
      throw named('Broken', 'no light')
    },
  },
}
function caughtBy(...Catch: object[]) {
  return {
    A: invoke('work', { Catch }),
    B: { Type: 'Pass', End: true },
  }
}

test('Catch takes the first catcher that matches; its output is the error unless it has an Output', async () => {
  const rig = await startRig(failing)
  const { output } = await rig.run(
    machine(
      caughtBy(
        { ErrorEquals: ['Other'], Next: 'A' },
        { ErrorEquals: ['States.TaskFailed'], Next: 'B' },
      ),
    ),
  )
  expect(output).toEqual({ Error: 'Broken', Cause: expect.stringContaining('no light') })
})

test('Catch has its own Assign and Output, with errorOutput and the input', async () => {
  const rig = await startRig(failing)
  const { output } = await rig.run(
    machine({
      A: invoke('work', {
        Assign: { never: 1 },
        Catch: [
          {
            ErrorEquals: ['States.ALL'],
            Next: 'B',
            Assign: { failed: '{% $states.errorOutput.Error %}' },
            Output: { input: '{% $states.input %}' },
          },
        ],
      }),
      B: {
        Type: 'Pass',
        Output: {
          failed: '{% $failed %}',
          in: '{% $states.input %}',
          never: '{% $exists($never) %}',
        },
        End: true,
      },
    }),
    { a: 1 },
  )
  expect(output).toEqual({ failed: 'Broken', in: { input: { a: 1 } }, never: false })
})

test('a Catch whose own Output fails is not caught again', async () => {
  const rig = await startRig(failing)
  const ended = await rig.run(
    machine(
      caughtBy({ ErrorEquals: ['States.ALL'], Next: 'B', Output: '{% $states.input.none %}' }),
    ),
  )
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' })
})

test('a failed Output is an error of its state: it can be caught, and the history has its location', async () => {
  const rig = await startRig({ functions: { work: () => 1 } })
  const { arn, output } = await rig.run(
    machine({
      A: invoke('work', {
        Output: '{% $states.result.none %}',
        Catch: [{ ErrorEquals: ['States.QueryEvaluationError'], Next: 'B' }],
      }),
      B: { Type: 'Pass', Output: '{% $states.input.Error %}', End: true },
    }),
  )
  expect(output).toBe('States.QueryEvaluationError')
  const failed = (await rig.history(arn)).find((event) => event.type === 'EvaluationFailed')
  expect(failed?.evaluationFailedEventDetails).toMatchObject({ location: 'Output', state: 'A' })
})

test('RetryCount tells a function the number of the attempt', async () => {
  const seen: unknown[] = []
  const rig = await startRig({
    functions: {
      work: (payload: { try: number }) => {
        seen.push(payload.try)
        if (payload.try < 2) throw named('Again')
        return 'ok'
      },
    },
  })
  const Arguments = {
    FunctionName: 'work',
    Payload: { try: '{% $states.context.State.RetryCount %}' },
  }
  const { output } = await rig.run(
    machine({
      A: invoke('work', { Arguments, Retry: [all], Next: 'B' }),
      B: { Type: 'Pass', Output: '{% $states.context.State.RetryCount %}', End: true },
    }),
  )
  expect(seen).toEqual([0, 1, 2])
  expect(output).toBe(0)
})

test('a host that cannot invoke the function is Lambda.ServiceException', async () => {
  const rig = await startRig({ invoke: () => Promise.reject(new Error('no host')) })
  const ended = await rig.run(machine({ A: invoke('work') }))
  expect(ended).toMatchObject({
    status: 'FAILED',
    error: 'Lambda.ServiceException',
    cause: 'no host',
  })
})
