import type { S3Client } from '@aws-sdk/client-s3'
import type { SFNClient } from '@aws-sdk/client-sfn'
import type { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** Where a pipeline's parts are: names of buckets and tables, a queue's URL, ARNs of state machines. */
export type PipelinePlaces = Record<
  | 'dropBucket'
  | 'resultsBucket'
  | 'jobsTable'
  | 'batchesTable'
  | 'dropQueue'
  | 'stateMachineArn'
  | 'batchMachineArn',
  string
>

/** The pipeline for who only looks, of a local run or a deployed stack. */
export type PipelineReader = {
  s3: S3Client
  db: DynamoDBDocumentClient
  sfn: SFNClient
  at: PipelinePlaces
  /**
   * Days, counted since 1970 (UTC), that were found to have ended without a job. No job begins in the past, so nobody
   * need ask for them again: a year of them takes 3,000 queries. @default not remembered
   */
  emptyDays?: Set<number>
  /** No job began before, ISO 8601. @default not known */
  begunAt?: string | undefined
}

/** The same for who also changes something. */
export type PipelineClients = PipelineReader & { sqs: SQSClient }
