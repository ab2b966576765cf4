import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { dynamoKeyStore } from '../adapters/dynamo/dynamo-key-store.ts'
import { dynamoUnitStore } from '../adapters/dynamo/dynamo-unit-store.ts'
import { dynamoWebhookStore } from '../adapters/dynamo/dynamo-webhook-store.ts'
import { connectPipeline } from './connect-pipeline.ts'

export type ConnectLocalInput = {
  webhookUrl: string
  current: { apiKey: string; webhookSecret: string } | undefined
  tables: { keys: string; units: string; webhooks: string }
  dynamodbEndpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

/** Enough for any local use; a local run is not billed. */
const UNITS = 1_000_000
/** More than one machine can send, so that a local run is never limited by its own service. */
const LIMITS = { perWindow: 1_000_000_000, perSecond: 1_000_000_000 }

/** Connects the pipeline of a local run to its service. Returns the key and the webhook secret that they share. */
export async function connectLocal({
  webhookUrl,
  current,
  tables,
  dynamodbEndpoint: endpoint,
  region,
  credentials,
}: ConnectLocalInput): Promise<{ apiKey: string; webhookSecret: string }> {
  const client = new DynamoDBClient({ endpoint, region, credentials })
  const db = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  })
  try {
    return await connectPipeline(
      {
        account: 'local',
        webhookUrl,
        units: UNITS,
        limits: LIMITS,
        current,
        allowLoopbackOrigin: new URL(webhookUrl).origin,
      },
      {
        keys: dynamoKeyStore(db, tables.keys),
        units: dynamoUnitStore(db, tables.units),
        webhooks: dynamoWebhookStore(db, tables.webhooks),
        now: Date.now,
      },
    )
  } finally {
    client.destroy()
  }
}
