import { RedriveExecutionCommand } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import type { StatusChangeEvent } from '../../../local/step-functions/run/status-change-event.ts'
import { account, machine, region } from './definitions.ts'
import { startRig, tempDir } from './rig.ts'
import { virtualClock } from './virtual-clock.ts'

const quick = machine({ A: { Type: 'Pass', End: true } })

test('the start and the end of an execution are events as EventBridge sends them', async () => {
  const rig = await startRig()
  const { arn } = await rig.run(quick, { a: 1 })
  const at = Date.UTC(2026, 0, 1)
  const detail = {
    executionArn: arn,
    stateMachineArn: `arn:aws:states:${region}:${account}:stateMachine:machine`,
    name: arn.split(':').at(-1),
    startDate: at,
    input: '{"a":1}',
    inputDetails: { included: true },
    error: null,
    cause: null,
    redriveCount: 0,
    redriveDate: null,
  }
  const event = {
    version: '0',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    'detail-type': 'Step Functions Execution Status Change',
    source: 'aws.states',
    account,
    region,
    time: '2026-01-01T00:00:00Z',
    resources: [arn],
  }
  expect(rig.changes).toEqual([
    {
      ...event,
      detail: { ...detail, status: 'RUNNING', stopDate: null, output: null, outputDetails: null },
    },
    {
      ...event,
      detail: {
        ...detail,
        status: 'SUCCEEDED',
        stopDate: at,
        output: '{"a":1}',
        outputDetails: { included: true },
      },
    },
  ])
  expect(rig.changes[0]?.id).not.toBe(rig.changes[1]?.id)
})

test('the start is told while the execution runs', async () => {
  const rig = await startRig()
  const wait = machine({ W: { Type: 'Wait', Seconds: 60, End: true } }, { TimeoutSeconds: 10 })
  const arn = await rig.start(wait)
  await rig.clock.advance(0)
  const statuses = () => rig.changes.map(({ detail }) => detail.status)
  expect(statuses()).toEqual(['RUNNING'])
  await rig.finish(arn)
  await rig.client.send(new RedriveExecutionCommand({ executionArn: arn }))
  await rig.clock.advance(0)
  expect(statuses()).toEqual(['RUNNING', 'TIMED_OUT', 'RUNNING'])
})

test('a failed delivery is retried with the same id until it succeeds', async () => {
  const seen: StatusChangeEvent[] = []
  const rig = await startRig({
    onStatusChange: (event) => {
      seen.push(event)
      if (seen.length < 5) throw new Error('busy')
    },
  })
  await rig.start(quick)
  const taken = () => seen.length >= 6
  await rig.clock.runUntil(taken)
  expect(seen.map((event) => event.detail.status).sort()).toEqual([
    ...['RUNNING', 'RUNNING', 'RUNNING'],
    ...['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'],
  ])
  expect(new Set(seen.map((event) => event.id)).size).toBe(2)
  await rig.clock.advance(3_600_000)
  expect(seen).toHaveLength(6)
})

test('undelivered events are delivered by the next process', async () => {
  const clock = virtualClock()
  const dataDir = tempDir()
  const one = await startRig({
    clock,
    dataDir,
    onStatusChange: () => Promise.reject(new Error('down')),
  })
  const arn = await one.start(quick)
  await clock.advance(1_000)
  await one.stop()
  await clock.advance(60_000)
  const two = await startRig({ clock, dataDir })
  await clock.runUntil(() => two.changes.length === 2)
  expect(two.changes.map((event) => [event.detail.executionArn, event.detail.status])).toEqual([
    [arn, 'RUNNING'],
    [arn, 'SUCCEEDED'],
  ])
})
