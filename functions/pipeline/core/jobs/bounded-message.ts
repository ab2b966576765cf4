/** Characters; a sentence for people has no more. */
const MAX_LENGTH = 1000

/**
 * A failure's message as records, events and receipts can hold it. Messages name fields of recipes and repeat what a
 * service answered, so their length and characters are somebody else's choice.
 */
export function boundedMessage(message: string): string {
  const text = message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message
  return text.toWellFormed()
}
