import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import type { EventBridgeEvent } from 'aws-lambda'

const dynamo = new DynamoDBClient({})

/** Stores the output of an execution that ended. */
export async function handler(
  event: EventBridgeEvent<string, { name: string; output: string }>,
): Promise<void> {
  const { name, output } = event.detail
  const Item = { id: { S: `ended ${name}` }, output: { S: output } }
  await dynamo.send(new PutItemCommand({ TableName: process.env['TABLE'], Item }))
}
