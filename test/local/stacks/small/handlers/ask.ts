import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'

const dynamo = new DynamoDBClient({})

/** Stores a task token where a test can answer it. */
export async function handler({ id, token }: { id: string; token: string }): Promise<void> {
  const Item = { id: { S: `token ${id}` }, token: { S: token } }
  await dynamo.send(new PutItemCommand({ TableName: process.env['TABLE'], Item }))
}
