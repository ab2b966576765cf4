import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type PipelineBounds, parsePipelineBounds } from '../../catalog/limits/pipeline-bounds.ts'
import type { PipelineClients, PipelinePlaces } from '../../functions/operate/pipeline-clients.ts'
import type { LocalAddresses } from '../../local/run/addresses.ts'
import { findRun } from './find-run.ts'
import type { StackTarget } from './stack-command.ts'
import { stackOutputs } from './stack-outputs.ts'

/** The outputs of the pipeline's stack that the command line uses, by what they are called here. */
const OUTPUTS = {
  dropBucket: 'DropBucketName',
  resultsBucket: 'ResultsBucketName',
  jobsTable: 'JobsTableName',
  batchesTable: 'BatchesTableName',
  dropQueue: 'DropQueueUrl',
  stateMachineArn: 'StateMachineArn',
  batchMachineArn: 'BatchMachineArn',
} as const satisfies Record<keyof PipelinePlaces, string>

/** The clients of one command. */
export type OpenedPipeline = PipelineClients & {
  local: boolean
  /** What bounds its files; absent where a stack was deployed before it told. */
  bounds?: PipelineBounds
  /** Where the service of the same local run is. */
  service?: LocalAddresses
  close(): void
}

/** Opens the pipeline of the deployed stack `stack`, or of the local run that `findRun` finds. */
export async function openPipelineClients({ stack, data }: StackTarget): Promise<OpenedPipeline> {
  return stack === undefined ? localPipelineClients(findRun(data)) : deployedPipelineClients(stack)
}

/** The pipeline of a local run by its addresses. */
export function localPipelineClients(at: LocalAddresses): OpenedPipeline {
  const { region, accessKeyId, secretAccessKey } = at
  const shared = { region, credentials: { accessKeyId, secretAccessKey } }
  return {
    ...withClients({
      s3: new S3Client({ ...shared, endpoint: at.s3Endpoint, forcePathStyle: true }),
      dynamo: new DynamoDBClient({ ...shared, endpoint: at.dynamodbEndpoint }),
      sqs: new SQSClient({ ...shared, endpoint: at.sqsEndpoint }),
      sfn: new SFNClient({ ...shared, endpoint: at.stepFunctionsEndpoint }),
    }),
    at,
    service: at,
    local: true,
    ...boundsOf(at.bounds),
  }
}

async function deployedPipelineClients(stack: string): Promise<OpenedPipeline> {
  const output = await stackOutputs(stack)
  const at = Object.fromEntries(
    Object.entries(OUTPUTS).map(([name, key]) => [name, output(key)]),
  ) as PipelinePlaces
  return {
    ...withClients({
      s3: new S3Client({}),
      dynamo: new DynamoDBClient({}),
      sqs: new SQSClient({}),
      sfn: new SFNClient({}),
    }),
    at,
    local: false,
    ...boundsOf(output.find('Bounds')),
  }
}

function boundsOf(told: string | undefined): Pick<OpenedPipeline, 'bounds'> {
  return told === undefined ? {} : { bounds: parsePipelineBounds(told) }
}

type Clients = Pick<PipelineClients, 's3' | 'sqs' | 'sfn'> & { dynamo: DynamoDBClient }

function withClients({
  dynamo,
  ...clients
}: Clients): Omit<OpenedPipeline, 'at' | 'local' | 'service' | 'bounds'> {
  return {
    ...clients,
    db: DynamoDBDocumentClient.from(dynamo),
    close: () => {
      for (const client of [dynamo, ...Object.values(clients)]) client.destroy()
    },
  }
}
