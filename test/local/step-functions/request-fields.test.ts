import { expect, test } from 'vitest'
import * as z from 'zod'
import { findExecution, findMachine, findToken } from '../../../local/step-functions/api/find.ts'
import {
  epochSeconds,
  fields,
  pagePosition,
  pageSize,
  pageToken,
  readRequest,
} from '../../../local/step-functions/api/read-request.ts'
import { redriveExecution } from '../../../local/step-functions/api/redrive-execution.ts'
import { sendTaskFailure } from '../../../local/step-functions/api/send-task-failure.ts'
import { stateRequiredRights } from '../../../local/step-functions/api/state-required-rights.ts'
import { stopExecution } from '../../../local/step-functions/api/stop-execution.ts'
import type { Engine } from '../../../local/step-functions/run/engine.ts'
import { isToken, newToken } from '../../../local/step-functions/store/tokens.ts'

const ARN = 'arn:aws:states:us-east-1:000000000000:execution:machine:one'
const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:machine'

/** API Reference, each action: lengths of texts. */
test.each([
  ['arn', fields.arn, 1, 256],
  ['token', fields.token, 1, 2_048],
  ['nextToken', fields.nextToken, 0, 1_024],
])('%s', (_, schema, least, most) => {
  const takes = (length: number) => schema.safeParse('x'.repeat(length)).success
  expect([least, most, most + 1].map(takes)).toEqual([true, true, false])
  expect(takes(0)).toBe(least === 0)
})

test('a page has 1 to 1,000 entries, and 100 where nothing or 0 is said', () => {
  const takes = (value: number) => fields.maxResults.safeParse(value).success
  expect([-1, 0, 1_000, 1_001, 1.5].map(takes)).toEqual([false, true, true, false, false])
  expect(fields.maxResults.parse(undefined)).toBe(100)
  expect([0, 1, 1_000].map(pageSize)).toEqual([100, 1, 1_000])
})

test('a token of a page gives its position back', () => {
  expect(pagePosition(pageToken('a:b'), 'start')).toBe('a:b')
  expect(pagePosition(pageToken(7), 'start')).toBe('7')
  expect(pagePosition(undefined, 'start')).toBe('start')
  const other = Buffer.from('xpage:1').toString('base64url')
  expect(() => pagePosition(other, '')).toThrow('nextToken: not a token of this service')
})

test('the first wrong field is named, or the request', () => {
  const schema = z.object({ a: z.object({ b: z.string() }) })
  expect(readRequest(schema, { a: { b: 'c' } })).toEqual({ a: { b: 'c' } })
  expect(() => readRequest(schema, { a: { b: 1 } })).toThrow(/^a\.b: Invalid/)
  expect(() => readRequest(schema, 1)).toThrow(/^request: Invalid/)
  expect(epochSeconds(1_500)).toBe(1.5)
})

/** An engine that knows one execution of one state machine, and one token of it. */
function engineOf(token = newToken(), row: object = {}) {
  const answered: unknown[] = []
  const open = {
    open: true,
    outcome: null,
    timeoutAt: null,
    heartbeatAt: null,
    execution: 1,
    ...row,
  }
  const execution = { arn: ARN, status: 'SUCCEEDED', stopped: 2_000, machine: MACHINE }
  const engine = {
    clock: { now: () => 1_000 },
    store: {
      executions: {
        find: (arn: string) => (arn === ARN ? execution : undefined),
        byId: (id: number) => (id === 1 ? execution : undefined),
      },
      machines: { find: (arn: string) => (arn === MACHINE ? { arn } : undefined) },
      tokens: {
        find: (given: string) => (given === token ? open : undefined),
        answer: (...args: unknown[]) => answered.push(args),
      },
    },
    waiters: new Map(),
  } as unknown as Engine
  return { engine, token, answered }
}

test.each([
  ['error', 256],
  ['cause', 32_768],
])('the %s of a failure has %i characters at most', (name, most) => {
  const { engine, token, answered } = engineOf()
  const fail = (length: number) =>
    sendTaskFailure(engine, { taskToken: token, [name]: 'x'.repeat(length) })
  const stop = (length: number) =>
    stopExecution(engine, { executionArn: ARN, [name]: 'x'.repeat(length) })
  expect([fail(most), stop(most)]).toEqual([{}, { stopDate: 2 }])
  expect(() => fail(most + 1)).toThrow(`${name}: `)
  expect(() => stop(most + 1)).toThrow(`${name}: `)
  expect(answered).toEqual([[token, { error: '', cause: '', [name]: 'x'.repeat(most) }]])
})

test.each(['RUNNING', 'SUCCEEDED'])('an execution that is %s cannot be redriven', (status) => {
  const engine = { store: { executions: { find: () => ({ arn: ARN, status }) } } }
  expect(() => redriveExecution(engine as never, { executionArn: ARN })).toThrow(
    expect.objectContaining({ name: 'ExecutionNotRedrivable' }),
  )
})

test.each([
  [{}, undefined],
  [{ timeoutAt: 1_001, heartbeatAt: 1_001 }, undefined],
  [{ timeoutAt: 1_000 }, 'TaskTimedOut'],
  [{ heartbeatAt: 1_000, timeoutAt: 2_000 }, 'TaskTimedOut'],
  [{ open: false }, 'TaskTimedOut'],
  [{ outcome: { output: 1 } }, 'TaskTimedOut'],
])('a token of %o', (row, name) => {
  const { engine, token } = engineOf(undefined, row)
  if (name === undefined) expect(findToken(engine, token)).toMatchObject(row)
  else expect(() => findToken(engine, token)).toThrow(expect.objectContaining({ name }))
})

test('a token of nobody, and a text that is none', () => {
  const { engine, token } = engineOf()
  expect(() => findToken(engine, newToken())).toThrow(
    expect.objectContaining({ name: 'TaskDoesNotExist' }),
  )
  for (const text of [`x${token}`, `${token}x`, token.slice(1), '']) {
    expect(isToken(text)).toBe(false)
    expect(() => findToken(engine, text)).toThrow(expect.objectContaining({ name: 'InvalidToken' }))
  }
})

test.each([
  [ARN, undefined],
  [`x${ARN}`, 'InvalidArn'],
  [`${ARN}:x`, 'InvalidArn'],
  [ARN.replace('one', 'x'.repeat(80)), 'ExecutionDoesNotExist'],
  [ARN.replace('one', 'x'.repeat(81)), 'InvalidArn'],
  [ARN.replace(':machine:', `:${'m'.repeat(161)}:`), 'ExecutionDoesNotExist'],
  [ARN.replace(':machine:', `:${'m'.repeat(162)}:`), 'InvalidArn'],
])('the execution %.90s', (arn, name) => {
  const find = () => findExecution(engineOf().engine, arn)
  if (name === undefined) expect(find()).toMatchObject({ arn })
  else expect(find).toThrow(expect.objectContaining({ name }))
})

test.each([
  [MACHINE, undefined],
  [`x${MACHINE}`, 'InvalidArn'],
  [`${MACHINE}:x`, 'InvalidArn'],
  [`${MACHINE}-`, 'StateMachineDoesNotExist'],
  [`${MACHINE}${'x'.repeat(74)}`, 'InvalidArn'],
])('the state machine %.90s', (arn, name) => {
  const find = () => findMachine(engineOf().engine, arn)
  if (name === undefined) expect(find()).toMatchObject({ arn })
  else expect(find).toThrow(expect.objectContaining({ name }))
})

test.each([
  ['StartExecution', { stateMachineArn: 'a', executionArn: 'b' }, ['a']],
  ['DescribeExecution', { executionArn: 'b', mapRunArn: 'c' }, ['b']],
  ['DescribeMapRun', { mapRunArn: 'c' }, ['c']],
  ['ListStateMachines', {}, ['*']],
  ['SendTaskSuccess', { taskToken: 'other' }, ['*']],
  ['SendTaskHeartbeat', { taskToken: 'T', stateMachineArn: 'a' }, [MACHINE]],
])('%s of %o asks for the right at %o', (operation, input, resources) => {
  const asked = stateRequiredRights(engineOf('T').engine)(operation, input)
  expect(asked).toEqual(
    resources.map((resource) => ({ action: `states:${operation}`, resource, context: {} })),
  )
})
