import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ensureTable } from '../../../local/dynamodb/ensure-table.ts'
import { startDynamoDb } from '../../../local/dynamodb/start-dynamodb.ts'
import { OPERATOR, TABLES_ACCOUNT } from '../../setup/account.ts'

/** Indexes by name: partition key (a string) and sort key, the latter a number or a string. */
type Indexes = Readonly<Record<string, readonly [string, string, 'N' | 'S']>>

export type OpenDatabase = {
  db: DynamoDBDocumentClient
  /** A new client of the same database, for a test that replaces what it sends. */
  second(): DynamoDBDocumentClient
  /** Creates a table with these keys, all strings; with the key `id` if none are given. */
  table(name: string, keys?: readonly string[], indexes?: Indexes): Promise<string>
  close(): Promise<void>
}

/** A local DynamoDB on loopback, in a folder of its own. */
export async function openDatabase(): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-ports-'))
  const database = await startDynamoDb({ dataDir, port: 0, ...TABLES_ACCOUNT })
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'us-east-1',
    credentials: OPERATOR,
  })
  const second = () =>
    DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  return {
    db: second(),
    second,
    table: async (name, keys = ['id'], indexes = {}) => {
      const types = new Map<string, 'N' | 'S'>(keys.map((key) => [key, 'S']))
      for (const [partition, sort, type] of Object.values(indexes))
        types.set(partition, 'S').set(sort, type)
      await ensureTable(client, name, {
        AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({
          AttributeName,
          AttributeType,
        })),
        KeySchema: schemaOf(keys),
        ...(Object.keys(indexes).length > 0 && {
          GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, [partition, sort]]) => ({
            IndexName,
            KeySchema: schemaOf([partition, sort]),
            Projection: { ProjectionType: 'ALL' as const },
          })),
        }),
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

function schemaOf(keys: readonly string[]) {
  return keys.map((AttributeName, at) => ({
    AttributeName,
    KeyType: at === 0 ? ('HASH' as const) : ('RANGE' as const),
  }))
}
