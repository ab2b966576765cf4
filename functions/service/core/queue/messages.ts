import * as z from 'zod/mini'
import type { DeliveryMessage } from '../model/delivery.ts'

const taskMessage = z.object({
  taskId: z.string().check(z.minLength(1), z.maxLength(128)),
  account: z.optional(z.string()),
  group: z.optional(z.string()),
})

/** A message of the task queue: the task to work on, whose it is, and with which others it waits. */
export type TaskMessage = z.output<typeof taskMessage>

/** Parses a message body of the task queue; undefined when it has another form. */
export function parseTaskMessage(body: string): TaskMessage | undefined {
  return parse(taskMessage, body)
}

const text = z.string().check(z.minLength(1), z.maxLength(256))
const deliveryMessage = z.object({
  account: text,
  eventId: text,
  endpointId: text,
  attempt: z.int().check(z.gte(0), z.lte(1000)),
})

/** Parses a message body of the webhook queue; undefined when it has another form. */
export function parseDeliveryMessage(body: string): DeliveryMessage | undefined {
  return parse(deliveryMessage, body)
}

function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: string,
): z.output<Schema> | undefined {
  try {
    return z.parse(schema, JSON.parse(body))
  } catch {
    return undefined
  }
}
