import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ensureTable } from '../../../local/dynamodb/ensure-table.ts'
import { startDynamoDb } from '../../../local/dynamodb/start-dynamodb.ts'

export type OpenDatabase = {
  db: DynamoDBDocumentClient
  /** Creates a table with the key `id`. */
  table(name: string): Promise<string>
  close(): Promise<void>
}

/** A local DynamoDB on loopback, in a folder of its own. */
export async function openDatabase(): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-ports-'))
  const database = await startDynamoDb({ dataDir, port: 0 })
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  })
  return {
    db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    table: async (name) => {
      await ensureTable(client, name, {
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      })
      return name
    },
    close: async () => {
      client.destroy()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
