import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { maxPayloadBytes } from '../json.ts'
import { createExecution as begin, executionArn } from '../run/create-execution.ts'
import type { Engine } from '../run/engine.ts'
import { ApiError } from './api-error.ts'
import { findMachine } from './find.ts'
import { epochSeconds, fields, readRequest } from './read-request.ts'

const request = z.object({
  stateMachineArn: fields.arn,
  name: z.string().optional(),
  input: z.string().default('{}'),
})

// API Reference, StartExecution, `name`: no white space, brackets, wildcards, special or control characters.
const forbidden = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}\p{Cs}\ufffe\uffff]|[\u{10000}-\u{10ffff}]/u

function checkName(name: string): void {
  if (name.length < 1 || name.length > 80 || forbidden.test(name))
    throw new ApiError('InvalidName', `Invalid Name: '${name.slice(0, 100)}'`)
}

function checkInput(input: string): void {
  if (Buffer.byteLength(input) > maxPayloadBytes)
    throw new ApiError('ValidationException', `input: more than ${maxPayloadBytes} bytes`)
  try {
    JSON.parse(input)
  } catch {
    throw new ApiError('InvalidExecutionInput', 'Invalid State Machine Execution Input: not JSON')
  }
}

/**
 * StartExecution (API Reference). The same name and input return the execution that is running. The same name with
 * another input, or after the execution has ended, is ExecutionAlreadyExists.
 */
export function startExecution(engine: Engine, body: unknown): object {
  const { stateMachineArn, name = randomUUID(), input } = readRequest(request, body)
  const machine = findMachine(engine, stateMachineArn)
  checkName(name)
  checkInput(input)
  const arn = executionArn(machine.arn, name)
  const found = engine.store.executions.find(arn)
  if (found !== undefined && (found.status !== 'RUNNING' || found.input !== input))
    throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`)
  const { StartAt } = engine.machineOf(machine.definition)
  const row = found ?? begin(engine, machine, StartAt, { name, input })
  return { executionArn: arn, startDate: epochSeconds(row.started) }
}
