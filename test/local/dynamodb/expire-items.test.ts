import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BatchWriteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { ensureTable } from '../../../local/dynamodb/ensure-table.ts'
import { expireItems } from '../../../local/dynamodb/expire-items.ts'
import { startDynamoDb } from '../../../local/dynamodb/start-dynamodb.ts'
import { OPERATOR, TABLES_ACCOUNT } from '../../setup/account.ts'

const PLAN = {
  KeySchema: [
    { AttributeName: 'owner', KeyType: 'HASH' as const },
    { AttributeName: 'entry', KeyType: 'RANGE' as const },
  ],
  AttributeDefinitions: [
    { AttributeName: 'owner', AttributeType: 'S' as const },
    { AttributeName: 'entry', AttributeType: 'S' as const },
  ],
}
const TABLE = { name: 'things', attribute: 'expiresAt', keys: ['owner', 'entry'] }

async function rig() {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-dynamodb-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = await startDynamoDb({ dataDir, port: 0, ...TABLES_ACCOUNT })
  onTestFinished(() => server.close())
  const client = new DynamoDBClient({
    endpoint: server.url,
    region: 'us-east-1',
    credentials: OPERATOR,
  })
  await ensureTable(client, 'things', PLAN)
  const put = (entry: string, expiresAt?: { N: string } | { S: string }) =>
    client.send(
      new PutItemCommand({
        TableName: 'things',
        Item: { owner: { S: 'me' }, entry: { S: entry }, ...(expiresAt ? { expiresAt } : {}) },
      }),
    )
  const entries = async () =>
    (await client.send(new ScanCommand({ TableName: 'things' }))).Items?.map(
      (item) => item['entry']?.S,
    )
  return { server, client, put, entries }
}

test('only items whose expiry has passed are deleted', async () => {
  const { client, put, entries } = await rig()
  await put('over', { N: '999' })
  await put('now', { N: '1000' })
  await put('later', { N: '1001' })
  await put('text', { S: '1' })
  await put('never')
  expect(await expireItems(client, TABLE, 1_000)).toBeUndefined()
  expect((await entries())?.sort()).toEqual(['later', 'never', 'now', 'text'])
})

test('a large table is swept one page at a time', async () => {
  const { client, entries } = await rig()
  const old = (entry: string) => ({
    owner: { S: 'me' },
    entry: { S: entry },
    expiresAt: { N: '1' },
  })
  for (let from = 0; from < 250; from += 25) {
    const things = Array.from({ length: 25 }, (_, at) => ({
      PutRequest: { Item: old(`entry ${from + at}`) },
    }))
    await client.send(new BatchWriteItemCommand({ RequestItems: { things } }))
  }
  const next = await expireItems(client, TABLE, 1_000)
  expect(await entries()).toHaveLength(50)
  expect(await expireItems(client, TABLE, 1_000, next)).toBeUndefined()
  expect(await entries()).toHaveLength(0)
})

test('the server survives a client that leaves in the middle of a request', async () => {
  const { server, put } = await rig()
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
  await new Promise((resolve) => {
    socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"a', resolve)
  })
  socket.resetAndDestroy()
  await expect(put('after')).resolves.toBeDefined()
})
