import * as z from 'zod/mini'
import type { DeliveryMessage } from '../model/delivery.ts'

const text = z.string().check(z.minLength(1), z.maxLength(256))
const deliveryMessage = z.object({
  account: text,
  eventId: text,
  endpointId: text,
  attempt: z.int().check(z.gte(0), z.lte(1000)),
})

/** Reads a message body of the webhook queue; undefined when it is none of ours. */
export function parseDeliveryMessage(body: string): DeliveryMessage | undefined {
  try {
    return z.parse(deliveryMessage, JSON.parse(body))
  } catch {
    return undefined
  }
}
