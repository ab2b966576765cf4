import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'

const dynamo = new DynamoDBClient({})

/** Keeps a task token where somebody can answer it. */
export async function handler({ id, token }: { id: string; token: string }): Promise<void> {
  const Item = { id: { S: `token ${id}` }, token: { S: token } }
  await dynamo.send(new PutItemCommand({ TableName: process.env['TABLE'], Item }))
}
