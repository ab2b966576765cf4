import { z } from 'zod'
import { AwsError } from '../aws-json/aws-error.ts'

function seconds(max: number, byDefault: number) {
  return z.coerce.number().int().min(0).max(max).default(byDefault)
}

/**
 * The attributes of a queue that change its behaviour, with the ranges and defaults of SQS (API Reference,
 * SetQueueAttributes). Times in seconds.
 */
export const QueueAttributes = z.object({
  VisibilityTimeout: seconds(43_200, 30),
  DelaySeconds: seconds(900, 0),
  MessageRetentionPeriod: z.coerce.number().int().min(60).max(1_209_600).default(345_600),
  ReceiveMessageWaitTimeSeconds: seconds(20, 0),
  MaximumMessageSize: z.coerce.number().int().min(1_024).max(1_048_576).default(1_048_576),
  RedrivePolicy: z.string().max(1_024).optional(),
})

/** The attributes of a queue. */
export type QueueAttributes = z.infer<typeof QueueAttributes>

/** The dead-letter queue, and how often a message is received before it moves there. */
export type Redrive = { readonly deadLetterQueue: string; readonly maxReceiveCount: number }

const RedrivePolicy = z.object({
  deadLetterTargetArn: z.string().max(512),
  maxReceiveCount: z.coerce.number().int().min(1).max(1_000),
})

/**
 * The redrive policy of a queue, undefined when it has none.
 * @throws AwsError InvalidAttributeValue
 */
export function readRedrive(attributes: QueueAttributes): Redrive | undefined {
  if (!attributes.RedrivePolicy) return undefined
  try {
    const policy = RedrivePolicy.parse(JSON.parse(attributes.RedrivePolicy))
    const deadLetterQueue = policy.deadLetterTargetArn.split(':').at(-1)!
    return { deadLetterQueue, maxReceiveCount: policy.maxReceiveCount }
  } catch {
    throw new AwsError(
      'InvalidAttributeValue',
      'RedrivePolicy must name deadLetterTargetArn and maxReceiveCount',
    )
  }
}
