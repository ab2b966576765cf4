import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import {
  type ServiceAdmin,
  type ServicePlaces,
  serviceAdmin,
} from '../../functions/service/admin.ts'
import type { LocalAddresses } from '../../local/run/addresses.ts'
import { findRun } from './find-run.ts'
import type { StackTarget } from './stack-command.ts'
import { stackOutputs } from './stack-outputs.ts'

/** The service's stores for one command. */
export type AdminContext = ServiceAdmin & { close(): void }

type Clients = { dynamo: DynamoDBClient; sqs: SQSClient; s3: S3Client }

/** Opens the stores of a service. Throws, saying what to do, when there is none or no way to it. */
export async function openAdminContext({ stack, data }: StackTarget): Promise<AdminContext> {
  return stack === undefined ? localAdminContext(findRun(data)) : deployedAdminContext(stack)
}

/** The stores of the service of a local run, by its addresses. */
export function localAdminContext(at: LocalAddresses): AdminContext {
  const { region, accessKeyId, secretAccessKey } = at
  const shared = { region, credentials: { accessKeyId, secretAccessKey } }
  const dynamo = new DynamoDBClient({ ...shared, endpoint: at.dynamodbEndpoint })
  const sqs = new SQSClient({ ...shared, endpoint: at.sqsEndpoint })
  const s3 = new S3Client({ ...shared, endpoint: at.s3Endpoint, forcePathStyle: true })
  return { ...storesOf({ dynamo, sqs, s3 }, at.service), local: true }
}

async function deployedAdminContext(stack: string): Promise<AdminContext> {
  const output = await stackOutputs(stack)
  const names = {
    keys: output('KeysTableName'),
    units: output('UnitsTableName'),
    webhooks: output('WebhooksTableName'),
    tasks: output('TasksTableName'),
    files: output('FilesBucketName'),
    webhookQueue: output('WebhookQueueUrl'),
  }
  const clients = {
    dynamo: new DynamoDBClient({}),
    sqs: new SQSClient({}),
    s3: new S3Client({}),
  }
  return { ...storesOf(clients, names), local: false }
}

function storesOf(clients: Clients, places: ServicePlaces): Omit<AdminContext, 'local'> {
  return {
    ...serviceAdmin(
      {
        ...clients,
        db: DynamoDBDocumentClient.from(clients.dynamo, {
          marshallOptions: { removeUndefinedValues: true },
        }),
      },
      places,
    ),
    close: () => {
      for (const client of Object.values(clients)) client.destroy()
    },
  }
}
