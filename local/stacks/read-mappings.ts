import { z } from 'zod'
import { type AssemblyModel, readProperties } from '../template/resource.ts'

const Mapping = z.object({
  EventSourceArn: z.string().regex(/^arn:[^:]+:sqs:/, 'EventSourceArn must be a queue'),
  FunctionName: z.string(),
  BatchSize: z.coerce.number().int().min(1).max(10_000).default(10),
  Enabled: z.union([z.boolean(), z.string()]).default(true),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z
    .object({ MaximumConcurrency: z.coerce.number().int().min(2).optional() })
    .optional(),
  FilterCriteria: z.undefined({ error: 'FilterCriteria cannot run locally' }).optional(),
})

/** A queue whose messages a function receives. */
export type QueueMapping = {
  readonly queue: string
  readonly queueArn: string
  readonly functionArn: string
  readonly batchSize: number
  readonly concurrency: number
  readonly reportsFailures: boolean
}

/**
 * The concurrency of a mapping without a maximum: what Lambda starts with (Developer Guide, "Using Lambda with Amazon
 * SQS").
 */
const DEFAULT_CONCURRENCY = 5

/** The enabled event source mappings of the stacks. */
export function readMappings(model: AssemblyModel): QueueMapping[] {
  return model
    .ofType('AWS::Lambda::EventSourceMapping')
    .map((resource) => readProperties(resource, Mapping))
    .filter((mapping) => String(mapping.Enabled) === 'true')
    .map((mapping) => ({
      queue: mapping.EventSourceArn.split(':').at(-1)!,
      queueArn: mapping.EventSourceArn,
      functionArn: mapping.FunctionName,
      batchSize: mapping.BatchSize,
      concurrency: mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
      reportsFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
    }))
}
