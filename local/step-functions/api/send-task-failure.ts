import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import { findToken } from './find.ts'
import { fields, readRequest } from './read-request.ts'

const request = z.object({
  taskToken: fields.token,
  error: z.string().max(256).default(''),
  cause: z.string().max(32_768).default(''),
})

/** SendTaskFailure (API Reference). The outcome is stored before the answer, as for a success. */
export function sendTaskFailure(engine: Engine, body: unknown): object {
  const { taskToken, error, cause } = readRequest(request, body)
  findToken(engine, taskToken)
  const outcome = { error, cause }
  engine.store.tokens.answer(taskToken, outcome)
  engine.waiters.get(taskToken)?.settle(outcome)
  return {}
}
