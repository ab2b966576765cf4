import * as z from 'zod/mini'
import { chargeFromHeaders } from '../../../catalog/charge.ts'
import { ENGINE_HEADER, engineFromHeader } from '../../../catalog/engine-version.ts'
import { type CompleteTaskDeps, completeTask } from '../inbox/complete-task.ts'

const announcement = z.object({
  data: z.object({
    task_id: z.string().check(
      z.minLength(1),
      z.maxLength(512),
      z.refine((id) => id.isWellFormed()),
    ),
    task_status: z.enum(['success', 'error']),
  }),
})

export type Webhook = { headers: Record<string, string | undefined>; body: Uint8Array }

export type ReceiveWebhookDeps = CompleteTaskDeps & {
  /** Whether the signature matches the raw bytes and its timestamp is recent. */
  verify: (webhook: Webhook) => Promise<boolean>
}

/**
 * Completes a task that the service announces as ended. Returns the HTTP status: 401 for a wrong signature, 400 for a
 * signed body of another shape, 204 for every valid webhook, whether its task is known or not. An error of our own is
 * thrown and becomes a 500, so that the sender tries again.
 */
export async function receiveWebhook(
  webhook: Webhook,
  deps: ReceiveWebhookDeps,
): Promise<204 | 400 | 401> {
  if (!(await deps.verify(webhook))) return 401
  const announced = parse(webhook.body)
  if (!announced) return 400
  const engine = engineFromHeader(webhook.headers[ENGINE_HEADER])
  const charge = chargeFromHeaders((name) => webhook.headers[name])
  const outcome = {
    status: announced.task_status,
    ...(engine && { engine }),
    ...(charge && { charge }),
  }
  await completeTask(announced.task_id, outcome, deps)
  return 204
}

function parse(body: Uint8Array): z.output<typeof announcement>['data'] | undefined {
  try {
    // Without the byte order mark that a proxy may have put before it.
    return announcement.parse(JSON.parse(new TextDecoder().decode(body))).data
  } catch {
    return undefined
  }
}
