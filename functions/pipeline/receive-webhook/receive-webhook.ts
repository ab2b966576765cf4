import * as z from 'zod/mini'
import { type CompleteTaskDeps, completeTask } from '../core/inbox/complete-task.ts'

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
 *
 * Nothing but the body is taken from it: the signature covers no other header, so that whoever passes the webhook on
 * could write what he likes there. What the task was charged, and by which engine, its status says (`askCharges`).
 */
export async function receiveWebhook(
  webhook: Webhook,
  deps: ReceiveWebhookDeps,
): Promise<204 | 400 | 401> {
  if (!(await deps.verify(webhook))) return 401
  const announced = parse(webhook.body)
  if (!announced) return 400
  await completeTask(announced.task_id, { status: announced.task_status }, deps)
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
