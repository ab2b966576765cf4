import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { ensureTable } from '../../../local/dynamodb/ensure-table.ts'
import { startDynamoDb } from '../../../local/dynamodb/start-dynamodb.ts'
import type { TablePlan } from '../../../local/dynamodb/table-plan.ts'
import { OPERATOR, TABLES_ACCOUNT } from '../../setup/account.ts'

function text(AttributeName: string) {
  return { AttributeName, AttributeType: 'S' as const }
}
const BEFORE: TablePlan = {
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [text('id')],
}
const WITH_INDEX: TablePlan = {
  ...BEFORE,
  AttributeDefinitions: [text('id'), text('day')],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byDay',
      KeySchema: [{ AttributeName: 'day', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
}
const OTHER_KEY: TablePlan = {
  KeySchema: [{ AttributeName: 'name', KeyType: 'HASH' }],
  AttributeDefinitions: [text('name')],
}

test('a table of another version is an error that says what to do, in one line', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-tables-'))
  const server = await startDynamoDb({ dataDir, port: 0, ...TABLES_ACCOUNT })
  const client = new DynamoDBClient({
    endpoint: server.url,
    region: 'us-east-1',
    credentials: OPERATOR,
  })
  onTestFinished(async () => {
    client.destroy()
    await server.close()
    rmSync(dataDir, { recursive: true })
  })
  await ensureTable(client, 'jobs', BEFORE)
  await ensureTable(client, 'jobs', BEFORE)
  const told = (plan: TablePlan) =>
    ensureTable(client, 'jobs', plan).then(
      () => 'Nothing is wrong.',
      ({ message }: Error) => message,
    )
  const what = (part: string) =>
    `This data folder is of another version: its table jobs has another ${part}. ` +
    'Start in another folder with --data, or delete this one.'
  expect(await told(WITH_INDEX)).toBe(what('index byDay'))
  expect(await told(OTHER_KEY)).toBe(what('key'))
})
