import * as z from 'zod'
import type { Json } from '../json.ts'
import { maxPayloadBytes } from '../json.ts'
import type { Engine } from '../run/engine.ts'
import { ApiError } from './api-error.ts'
import { findToken } from './find.ts'
import { fields, readRequest } from './read-request.ts'

const request = z.object({ taskToken: fields.token, output: z.string() })

function readOutput(text: string): Json {
  if (Buffer.byteLength(text) > maxPayloadBytes)
    throw new ApiError('InvalidOutput', `Invalid Output: more than ${maxPayloadBytes} bytes`)
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new ApiError('InvalidOutput', 'Invalid Output: not JSON')
  }
}

/**
 * SendTaskSuccess (API Reference). The outcome is stored before the answer, so a kill right after the answer does not
 * lose it.
 */
export function sendTaskSuccess(engine: Engine, body: unknown): object {
  const { taskToken, output } = readRequest(request, body)
  findToken(engine, taskToken)
  const outcome = { output: readOutput(output) }
  engine.store.tokens.answer(taskToken, outcome)
  engine.waiters.get(taskToken)?.settle(outcome)
  return {}
}
