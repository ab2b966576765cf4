import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { readAddresses } from '../local/run/addresses.ts'
import type { Place } from './stack-command.ts'
import { stackOutputs } from './stack-outputs.ts'

/** The pipeline as an operator uses it, of a local run or a deployed stack. */
export type Workbench = {
  s3: S3Client
  db: DynamoDBDocumentClient
  sqs: SQSClient
  at: { dropBucket: string; jobsTable: string; batchesTable: string; dropQueue: string }
  close(): void
}

/** Opens the pipeline of the deployed stack `stack`, or of the local run of the folder `data`. */
export const openWorkbench = async ({ stack, data }: Place): Promise<Workbench> =>
  stack === undefined ? localBench(data) : deployedBench(stack)

const localBench = (data: string): Workbench => {
  const { region, accessKeyId, secretAccessKey, ...at } = readAddresses(data)
  const shared = { region, credentials: { accessKeyId, secretAccessKey } }
  return withClients(
    new S3Client({ ...shared, endpoint: at.s3Endpoint, forcePathStyle: true }),
    new DynamoDBClient({ ...shared, endpoint: at.dynamodbEndpoint }),
    new SQSClient({ ...shared, endpoint: at.sqsEndpoint }),
    at,
  )
}

const deployedBench = async (stack: string): Promise<Workbench> => {
  const output = await stackOutputs(stack)
  return withClients(new S3Client({}), new DynamoDBClient({}), new SQSClient({}), {
    dropBucket: output('DropBucketName'),
    jobsTable: output('JobsTableName'),
    batchesTable: output('BatchesTableName'),
    dropQueue: output('DropQueueUrl'),
  })
}

const withClients = (
  s3: S3Client,
  dynamo: DynamoDBClient,
  sqs: SQSClient,
  { dropBucket, jobsTable, batchesTable, dropQueue }: Workbench['at'],
): Workbench => ({
  s3,
  sqs,
  db: DynamoDBDocumentClient.from(dynamo),
  at: { dropBucket, jobsTable, batchesTable, dropQueue },
  close: () => {
    for (const client of [s3, dynamo, sqs]) client.destroy()
  },
})
