/** A queue that delivers at least once, in any order. */
export type Queue<Message> = {
  /** Sends a message that shows up after `delaySeconds` (0–900, the most SQS can wait). */
  send(message: Message, delaySeconds?: number): Promise<void>
}

/** The longest delay of one message; what is due later is sent again until it is due. */
export const MAX_DELAY_SECONDS = 900
