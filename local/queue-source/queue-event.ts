import { createHash } from 'node:crypto'
import type { SQSEvent, SQSRecord } from 'aws-lambda'
import type { MessageAttributes, ReceivedMessage } from '../sqs/message.ts'

/**
 * The event that Lambda passes to a function for messages of a queue (Developer Guide, "Using Lambda with Amazon
 * SQS").
 */
export function queueEvent(
  messages: readonly ReceivedMessage[],
  queueArn: string,
  region: string,
): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: message.id,
      receiptHandle: message.receipt,
      body: message.body,
      attributes: {
        ApproximateReceiveCount: String(message.receiveCount),
        SentTimestamp: String(message.sentAt),
        SenderId: 'local',
        ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
        ...(message.group !== undefined && { MessageGroupId: message.group }),
      },
      messageAttributes: toLambdaAttributes(message.attributes),
      md5OfBody: createHash('md5').update(message.body).digest('hex'),
      eventSource: 'aws:sqs',
      eventSourceARN: queueArn,
      awsRegion: region,
    })),
  }
}

function toLambdaAttributes(attributes: MessageAttributes): SQSRecord['messageAttributes'] {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        dataType: DataType as 'String',
        ...(StringValue === undefined ? {} : { stringValue: StringValue }),
        ...(BinaryValue === undefined ? {} : { binaryValue: BinaryValue }),
      },
    ]),
  )
}
