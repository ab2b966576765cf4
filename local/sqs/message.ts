/** A message attribute as SQS sends it. */
export type MessageAttribute = {
  readonly DataType: string
  readonly StringValue?: string | undefined
  readonly BinaryValue?: string | undefined
}

/** The attributes of a message by name. */
export type MessageAttributes = Readonly<Record<string, MessageAttribute>>

/** A received message. Times in epoch milliseconds. */
export type ReceivedMessage = {
  readonly id: string
  readonly receipt: string
  readonly body: string
  readonly attributes: MessageAttributes
  readonly sentAt: number
  readonly firstReceivedAt: number
  readonly receiveCount: number
  /** The tenant it belongs to, where the sender named one. */
  readonly group?: string
}
