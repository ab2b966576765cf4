import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import { findToken } from './find.ts'
import { fields, readRequest } from './read-request.ts'

const request = z.object({ taskToken: fields.token })

/** SendTaskHeartbeat (API Reference): restarts the heartbeat timeout. Does nothing for a task without one. */
export function sendTaskHeartbeat(engine: Engine, body: unknown): object {
  const { taskToken } = readRequest(request, body)
  const { heartbeatMs } = findToken(engine, taskToken)
  if (heartbeatMs === null) return {}
  const at = engine.clock.now() + heartbeatMs
  engine.store.tokens.beat(taskToken, at)
  engine.waiters.get(taskToken)?.beat(at)
  return {}
}
