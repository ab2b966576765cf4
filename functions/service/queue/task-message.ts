import * as z from 'zod/mini'

const taskMessage = z.object({ taskId: z.string().check(z.minLength(1), z.maxLength(128)) })

/** What the task queue carries: work on this task. */
export type TaskMessage = z.output<typeof taskMessage>

/** Reads a message body; undefined when it is none of ours. */
export function parseTaskMessage(body: string): TaskMessage | undefined {
  try {
    return z.parse(taskMessage, JSON.parse(body))
  } catch {
    return undefined
  }
}
