import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import { expect, test, vi } from 'vitest'
import { patchLevelStore } from '../../../local/dynamodb/patch-level-store.ts'
import { closeServer, listen } from '../../../local/http/server.ts'

type Iterator = { next(): Promise<unknown> }
type Store = { values(options?: object): Iterator }

const { Level } = createRequire(import.meta.resolve('dynalite'))('level') as {
  Level: { prototype: Store }
}

const TableName = 'things'
const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }

test('the iterator of a query or scan is closed with it, complete or not', async () => {
  patchLevelStore()
  const opened = vi.spyOn(Level.prototype, 'values')
  const folder = mkdtempSync(join(tmpdir(), 'tables-'))
  const server = dynalite({ path: folder, createTableMs: 0 })
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`
  const client = new DynamoDBClient({ endpoint, region: 'none', credentials })
  try {
    await fill(client)
    const both = {
      TableName,
      KeyConditionExpression: 'h = :h',
      ExpressionAttributeValues: { ':h': { S: 'a' } },
    }
    await client.send(new QueryCommand(both))
    await client.send(new QueryCommand({ ...both, Limit: 1 }))
    await client.send(new ScanCommand({ TableName }))
    await client.send(new ScanCommand({ TableName, Limit: 1 }))
    const iterators = opened.mock.results.map(({ value }) => value as Iterator)
    expect(iterators.length).toBeGreaterThanOrEqual(4)
    for (const iterator of iterators) {
      await vi.waitFor(
        () => expect(iterator.next()).rejects.toMatchObject({ code: 'LEVEL_ITERATOR_NOT_OPEN' }),
        { timeout: 90_000 },
      )
    }
  } finally {
    client.destroy()
    await closeServer(server, 500)
    opened.mockRestore()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function fill(client: DynamoDBClient): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'h', KeyType: 'HASH' },
        { AttributeName: 'r', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'h', AttributeType: 'S' },
        { AttributeName: 'r', AttributeType: 'N' },
      ],
    }),
  )
  const put = (n: number) =>
    client.send(new PutItemCommand({ TableName, Item: { h: { S: 'a' }, r: { N: `${n}` } } }))
  await vi.waitFor(() => put(1), { timeout: 90_000 })
  await put(2)
  await put(3)
}
