import { z } from 'zod'

const Attributes = z.record(z.string(), z.string()).default({})
const Names = z.array(z.string().max(256)).max(50).default([])

export const ByName = z.object({
  QueueName: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'must be 1 to 80 letters, digits, - or _'),
})
export const CreateQueue = ByName.extend({ Attributes })
export const AtQueue = z.object({ QueueUrl: z.string().min(1).max(2_048) })
export const SetAttributes = AtQueue.extend({ Attributes })
export const GetAttributes = AtQueue.extend({ AttributeNames: Names })
export const List = z.object({ QueueNamePrefix: z.string().max(80).default('') })

export const Message = z.object({
  MessageBody: z.string().min(1),
  DelaySeconds: z.number().int().min(0).max(900).optional(),
  MessageGroupId: z
    .string()
    .regex(/^[!-~]{1,128}$/, 'must be 1 to 128 letters, digits and punctuation')
    .optional(),
  MessageAttributes: z
    .record(
      z.string().min(1).max(256),
      z.object({
        DataType: z.string().max(256),
        StringValue: z.string().optional(),
        BinaryValue: z.string().optional(),
      }),
    )
    .optional(),
})

export const Send = AtQueue.extend(Message.shape)

export const Receive = AtQueue.extend({
  MaxNumberOfMessages: z.number().int().min(1).max(10).default(1),
  VisibilityTimeout: z.number().int().min(0).max(43_200).optional(),
  WaitTimeSeconds: z.number().int().min(0).max(20).optional(),
  AttributeNames: Names,
  MessageSystemAttributeNames: Names,
})

export const StartMove = z.object({
  SourceArn: z.string().min(1).max(512),
  DestinationArn: z.string().min(1).max(512).optional(),
  MaxNumberOfMessagesPerSecond: z.number().int().min(1).max(500).optional(),
})
export const ListMoves = z.object({
  SourceArn: z.string().min(1).max(512),
  MaxResults: z.number().int().min(1).max(10).default(1),
})
export const CancelMove = z.object({ TaskHandle: z.string().min(1).max(2_048) })

export const Receipt = z.object({ ReceiptHandle: z.string().min(1).max(1_024) })
export const Visibility = Receipt.extend({ VisibilityTimeout: z.number().int().min(0).max(43_200) })
export const Delete = AtQueue.extend(Receipt.shape)
export const ChangeVisibility = AtQueue.extend(Visibility.shape)
