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
  /** Creates a table with these keys, all strings; with the key `id` if none are given. Returns its name. */
  table(name: string, keys?: readonly string[], indexes?: Indexes): Promise<string>
  close(): Promise<void>
}

type Server = { url: string; close(): Promise<void> }

/** The one of this process, whose folder is removed with that of the whole run. */
let shared: Promise<Server> | undefined
let tables = 0

async function start(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-ports-'))
  const { url, close } = await startDynamoDb({ dataDir, port: 0, ...TABLES_ACCOUNT })
  return {
    url,
    close: async () => {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A test leaves the server to the next file of its process: to start one takes longer than most tests of a store. */
async function serverOfProcess(): Promise<Server> {
  if (!process.env['VITEST']) return await start()
  shared ??= start()
  return { ...(await shared), close: async () => {} }
}

/** A local DynamoDB on loopback with tables of one's own, which nobody else is given. */
export async function openDatabase(): Promise<OpenDatabase> {
  const database = await serverOfProcess()
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
    table: async (kind, keys = ['id'], indexes = {}) => {
      const name = `${kind}${++tables}`
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
    },
  }
}

function schemaOf(keys: readonly string[]) {
  return keys.map((AttributeName, at) => ({
    AttributeName,
    KeyType: at === 0 ? ('HASH' as const) : ('RANGE' as const),
  }))
}
