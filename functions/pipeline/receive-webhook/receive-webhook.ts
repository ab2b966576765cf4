import * as z from 'zod/mini'
import { chargeFromHeaders } from '../../../catalog/charge.ts'
import { ENGINE_HEADER, engineFromHeader } from '../../../catalog/engine-version.ts'
import { type CompleteTaskDeps, completeTask } from '../inbox/complete-task.ts'

const announcement = z.object({
  data: z.object({
    task_id: z.string().check(z.minLength(1), z.maxLength(512)),
    task_status: z.enum(['success', 'error']),
  }),
})

export type Webhook = { headers: Record<string, string | undefined>; body: Uint8Array }

export type ReceiveWebhookDeps = CompleteTaskDeps & {
  /** Whether the signature fits the raw bytes now. */
  verify: (webhook: Webhook) => Promise<boolean>
}

/**
 * Takes in the end of a task. 401 for a signature that does not hold, 400 for a signed body of another shape, 204
 * for everything heard, known or not: the sender is done. Our own trouble is thrown, becomes a 500, and the sender
 * tries again.
 */
export async function receiveWebhook(
  webhook: Webhook,
  deps: ReceiveWebhookDeps,
): Promise<204 | 400 | 401> {
  if (!(await deps.verify(webhook))) return 401
  const heard = parse(webhook.body)
  if (!heard) return 400
  const engine = engineFromHeader(webhook.headers[ENGINE_HEADER])
  const charge = chargeFromHeaders((name) => webhook.headers[name])
  const outcome = {
    status: heard.task_status,
    ...(engine && { engine }),
    ...(charge && { charge }),
  }
  await completeTask(heard.task_id, outcome, deps)
  return 204
}

function parse(body: Uint8Array): z.output<typeof announcement>['data'] | undefined {
  try {
    return announcement.parse(JSON.parse(Buffer.from(body).toString('utf8'))).data
  } catch {
    return undefined
  }
}
