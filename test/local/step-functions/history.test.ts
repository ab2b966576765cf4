import { expect, test } from 'vitest'
import { functionArn, invoke, machine, named, region } from './definitions.ts'
import { startRig } from './rig.ts'

test('a Task with lambda:invoke has the history of the service', async () => {
  const rig = await startRig({ functions: { echo: (payload: unknown) => payload } })
  const { arn } = await rig.run(
    machine({
      A: invoke('echo', { TimeoutSeconds: 60, Assign: { x: '{% $states.result.Payload %}' } }),
    }),
    { a: 1 },
  )
  const data = { truncated: false }
  const which = { resourceType: 'lambda', resource: 'invoke' }
  const events = await rig.history(arn)
  expect(
    events.map(({ timestamp, ...event }) => ({ ...event, timed: timestamp instanceof Date })),
  ).toEqual(
    [
      {
        type: 'ExecutionStarted',
        executionStartedEventDetails: {
          input: '{"a":1}',
          inputDetails: data,
          roleArn: expect.any(String),
        },
      },
      {
        type: 'TaskStateEntered',
        stateEnteredEventDetails: { name: 'A', input: '{"a":1}', inputDetails: data },
      },
      {
        type: 'TaskScheduled',
        taskScheduledEventDetails: {
          ...which,
          region,
          parameters: JSON.stringify({ FunctionName: functionArn('echo'), Payload: { a: 1 } }),
          timeoutInSeconds: 60,
        },
      },
      { type: 'TaskStarted', taskStartedEventDetails: which },
      {
        type: 'TaskSucceeded',
        taskSucceededEventDetails: {
          ...which,
          output: expect.stringContaining('"Payload":{"a":1}'),
          outputDetails: data,
        },
      },
      {
        type: 'TaskStateExited',
        stateExitedEventDetails: {
          name: 'A',
          output: '{"a":1}',
          outputDetails: data,
          assignedVariables: { x: '{"a":1}' },
          assignedVariablesDetails: data,
        },
      },
      {
        type: 'ExecutionSucceeded',
        executionSucceededEventDetails: { output: '{"a":1}', outputDetails: data },
      },
    ].map((event, i) => ({ ...event, id: i + 1, previousEventId: i < 2 ? 0 : i, timed: true })),
  )
})

test('a function ARN as the Resource has LambdaFunction events', async () => {
  const rig = await startRig({
    functions: {
      broken: () => {
        throw named('Broken')
      },
    },
  })
  const { arn } = await rig.run(
    machine({ A: { Type: 'Task', Resource: functionArn('broken'), End: true } }),
  )
  const events = await rig.history(arn)
  expect(events.map((event) => event.type)).toEqual([
    'ExecutionStarted',
    'TaskStateEntered',
    'LambdaFunctionScheduled',
    'LambdaFunctionStarted',
    'LambdaFunctionFailed',
    'ExecutionFailed',
  ])
  expect(events[2]?.lambdaFunctionScheduledEventDetails).toMatchObject({
    resource: functionArn('broken'),
    input: '{}',
  })
  expect(events[4]?.lambdaFunctionFailedEventDetails).toMatchObject({ error: 'Broken' })
})

test('a Map has events for its iterations, each following its own previous event', async () => {
  const rig = await startRig()
  const { arn } = await rig.run(
    machine({
      M: {
        Type: 'Map',
        MaxConcurrency: 1,
        ItemProcessor: { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } },
        End: true,
      },
    }),
    ['x', 'y'],
  )
  const events = await rig.history(arn)
  expect(events.map((event) => `${event.id}<${event.previousEventId} ${event.type}`)).toEqual([
    '1<0 ExecutionStarted',
    '2<0 MapStateEntered',
    '3<2 MapStateStarted',
    '4<3 MapIterationStarted',
    '5<4 PassStateEntered',
    '6<5 PassStateExited',
    '7<6 MapIterationSucceeded',
    '8<3 MapIterationStarted',
    '9<8 PassStateEntered',
    '10<9 PassStateExited',
    '11<10 MapIterationSucceeded',
    '12<11 MapStateSucceeded',
    '13<12 MapStateExited',
    '14<13 ExecutionSucceeded',
  ])
  expect(events[2]?.mapStateStartedEventDetails).toEqual({ length: 2 })
  expect(events[7]?.mapIterationStartedEventDetails).toEqual({ name: 'M', index: 1 })
})

test('an endless loop ends at 25,000 events and does not block others', async () => {
  const rig = await startRig()
  const started = await rig.start(
    machine({
      A: { Type: 'Pass', Next: 'B' },
      B: { Type: 'Choice', Choices: [{ Condition: '{% false %}', Next: 'C' }], Default: 'A' },
      C: { Type: 'Succeed' },
    }),
  )
  expect(await rig.describe(started)).toMatchObject({ status: 'RUNNING' })
  expect(await rig.finish(started)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' })
})
