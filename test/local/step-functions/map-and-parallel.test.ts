import { SendTaskSuccessCommand } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { callback, invoke, machine, named } from './definitions.ts'
import { startRig } from './rig.ts'

function map(states: Record<string, object>, more: object = {}): object {
  return {
    Type: 'Map',
    ...('Next' in more ? {} : { End: true }),
    ItemProcessor: {
      ProcessorConfig: { Mode: 'INLINE' },
      StartAt: Object.keys(states)[0],
      States: states,
    },
    ...more,
  }
}
function parallel(branches: Record<string, object>[], more: object = {}): object {
  return {
    Type: 'Parallel',
    Branches: branches.map((states) => ({ StartAt: Object.keys(states)[0], States: states })),
    End: true,
    ...more,
  }
}
function pass(more: object = {}): object {
  return { Type: 'Pass', End: true, ...more }
}
const context = '{% $states.context.Map.Item %}'

test.for([
  ['its input without Items', {}, [1, 2], [1, 2]],
  ['an expression', { Items: '{% $states.input.list %}' }, { list: ['a'] }, ['a']],
  ['an array', { Items: [1, '{% 1 + 1 %}'] }, {}, [1, 2]],
  ['an empty array', { Items: [] }, {}, []],
  [
    'ItemSelector with index and value',
    {
      Items: ['a', 'b'],
      ItemSelector: {
        i: '{% $states.context.Map.Item.Index %}',
        v: '{% $states.context.Map.Item.Value %}',
        in: '{% $states.input.x %}',
      },
    },
    { x: 9 },
    [
      { i: 0, v: 'a', in: 9 },
      { i: 1, v: 'b', in: 9 },
    ],
  ],
] as const)('Map over %s', async ([, more, input, output]) => {
  const rig = await startRig()
  expect(await rig.run(machine({ M: map({ A: pass() }, more) }), input)).toMatchObject({
    status: 'SUCCEEDED',
    output,
  })
})

test('a Map whose items are no array fails', async () => {
  const rig = await startRig()
  const ended = await rig.run(machine({ M: map({ A: pass() }, { Items: '{% {"a":1} %}' }) }))
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' })
})

test('an inner Map sees its own item, and iterations see the variables around them', async () => {
  const rig = await startRig()
  const inner = map(
    { B: pass({ Output: { item: context, outer: '{% $factor %}', own: '{% $own %}' } }) },
    { Items: ['x'] },
  )
  const { output } = await rig.run(
    machine({
      A: { Type: 'Pass', Assign: { factor: 3 }, Next: 'M' },
      M: map(
        {
          S: { Type: 'Pass', Assign: { own: '{% $states.input * $factor %}' }, Next: 'I' },
          I: { ...inner, End: true },
        },
        { Items: [1, 2] },
      ),
    }),
  )
  expect(output).toEqual([
    [{ item: { Index: 0, Value: 'x' }, outer: 3, own: 3 }],
    [{ item: { Index: 0, Value: 'x' }, outer: 3, own: 6 }],
  ])
})

test('variables of an iteration do not exist outside it', async () => {
  const rig = await startRig()
  const { output } = await rig.run(
    machine({
      M: map({ S: pass({ Assign: { own: 1 } }) }, { Items: [1], Next: 'B' }),
      B: pass({ Output: '{% $exists($own) %}' }),
    }),
  )
  expect(output).toBe(false)
})

test.for([
  ['MaxConcurrency', { MaxConcurrency: 2 }, 2],
  ['MaxConcurrency as an expression', { MaxConcurrency: '{% 3 %}' }, 3],
  ['40 by itself', {}, 40],
])('at most %s iterations at once', async ([, more, most]) => {
  let running = 0
  let peak = 0
  const rig = await startRig({
    functions: {
      work: async () => {
        peak = Math.max(peak, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
      },
    },
  })
  await rig.run(
    machine({
      M: map({ A: invoke('work') }, { Items: '{% $range(1, 60) %}', ...(more as object) }),
    }),
  )
  expect(peak).toBe(most)
})

const oddFails = {
  work: (n: number) => {
    if (n % 2) throw named('Odd')
    return n
  },
}

test.for([
  ['none: its error', {}, { status: 'FAILED', error: 'Odd' }],
  ['enough by count', { ToleratedFailureCount: 2 }, { status: 'SUCCEEDED', output: [2, 4] }],
  ['enough by share', { ToleratedFailurePercentage: 50 }, { status: 'SUCCEEDED', output: [2, 4] }],
  [
    'too few by count',
    { ToleratedFailureCount: 1 },
    { status: 'FAILED', error: 'States.ExceedToleratedFailureThreshold' },
  ],
] as const)('Map tolerates failures: %s', async ([, more, ends]) => {
  const rig = await startRig({ functions: oddFails })
  const definition = machine({ M: map({ A: invoke('work') }, { Items: [1, 2, 3, 4], ...more }) })
  const ended = await rig.run(definition)
  expect(ended).toMatchObject(ends)
  const types = (await rig.history(ended.arn)).map((event) => event.type)
  expect(types).toContain(ended.status === 'FAILED' ? 'MapStateFailed' : 'MapStateSucceeded')
})

test('a failed Map can be retried completely and caught', async () => {
  let calls = 0
  const rig = await startRig({
    functions: {
      work: () => {
        calls += 1
        if (calls === 2) throw named('Once')
        return calls
      },
    },
  })
  const { output } = await rig.run(
    machine({
      M: map(
        { A: invoke('work') },
        { Items: [1, 2], MaxConcurrency: 1, Retry: [{ ErrorEquals: ['Once'] }] },
      ),
    }),
  )
  expect(output).toEqual([3, 4])
})

test('Parallel gives every branch the same input and returns their outputs in order', async () => {
  const rig = await startRig({
    functions: { slow: () => new Promise((resolve) => setImmediate(() => resolve('slow'))) },
  })
  const { output } = await rig.run(
    machine({
      P: parallel([{ A: invoke('slow') }, { B: pass() }], {
        Arguments: { n: '{% $states.input.n + 1 %}' },
      }),
    }),
    { n: 1 },
  )
  expect(output).toEqual(['slow', { n: 2 }])
})

test('a Parallel begins before its branches, and its result has 262,144 bytes at most', async () => {
  const rig = await startRig()
  const both = machine({ P: parallel([{ A: pass() }, { B: pass() }], { Output: '{% 1 %}' }) })
  const { arn, ...ended } = await rig.run(both, 'x'.repeat(131_000))
  expect(ended).toEqual({ status: 'SUCCEEDED', output: 1 })
  expect((await rig.history(arn)).map((event) => event.type)).toEqual([
    ...['ExecutionStarted', 'ParallelStateEntered', 'ParallelStateStarted'],
    ...['PassStateEntered', 'PassStateExited', 'PassStateEntered', 'PassStateExited'],
    ...['ParallelStateSucceeded', 'ParallelStateExited', 'ExecutionSucceeded'],
  ])
  expect(await rig.run(both, 'x'.repeat(132_000))).toMatchObject({
    status: 'FAILED',
    error: 'States.DataLimitExceeded',
  })
})

test('when a branch fails the others are stopped, and the state can be caught', async () => {
  let aborted = false
  const rig = await startRig({
    functions: {
      hang: (_: unknown, signal: AbortSignal) => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        return new Promise(() => {})
      },
      ...oddFails,
    },
  })
  const { output, arn } = await rig.run(
    machine({
      P: parallel([{ A: invoke('hang') }, { B: invoke('work') }], {
        Catch: [{ ErrorEquals: ['Odd'], Next: 'C' }],
      }),
      C: pass({ Output: { caught: true } }),
    }),
    1,
  )
  expect(output).toEqual({ caught: true })
  expect(aborted).toBe(true)
  const types = (await rig.history(arn)).map((event) => event.type)
  expect(types).toContain('TaskStateAborted')
  expect(types.filter((type) => type?.startsWith('ParallelState'))).toEqual([
    'ParallelStateEntered',
    'ParallelStateStarted',
    'ParallelStateFailed',
    'ParallelStateExited',
  ])
})

test('the token of a failed iteration is invalid while the others continue', async () => {
  const tokens: string[] = []
  const rig = await startRig({
    functions: {
      ask: ({ token }: { token: string }) => {
        if (tokens.push(token) === 1) throw named('NoPaper')
      },
    },
  })
  const arn = await rig.start(
    machine({ M: map({ A: callback('ask') }, { Items: [1, 2], ToleratedFailureCount: 1 }) }),
  )
  await rig.clock.runUntil(() => tokens.length === 2)
  const answer = (taskToken: string) =>
    rig.client.send(new SendTaskSuccessCommand({ taskToken, output: '2' }))
  await expect(answer(tokens[0]!)).rejects.toMatchObject({ name: 'TaskTimedOut' })
  await answer(tokens[1]!)
  expect(await rig.finish(arn)).toEqual({ status: 'SUCCEEDED', output: [2] })
})
