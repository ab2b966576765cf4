import { setTimeout as pause } from 'node:timers/promises'
import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import type { TablePlan } from './table-plan.ts'

/**
 * Creates the table and waits until it is active, or checks that an existing one has the same keys and indexes.
 * @throws Error naming the table when they differ: a key cannot be changed, so another data folder is needed
 */
export async function ensureTable(
  client: DynamoDBClient,
  name: string,
  plan: TablePlan,
): Promise<void> {
  const table = await describe(client, name)
  if (table) requireSameKeys(table, name, plan)
  else await create(client, name, plan)
  await waitUntilActive(client, name)
}

async function create(client: DynamoDBClient, name: string, plan: TablePlan): Promise<void> {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes } = plan
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      ...(GlobalSecondaryIndexes ? { GlobalSecondaryIndexes } : {}),
      ...(LocalSecondaryIndexes ? { LocalSecondaryIndexes } : {}),
    }),
  )
}

const ACTIVE_WITHIN_MS = 20_000

/** A table becomes active shortly after it was created, even without a configured delay. */
async function waitUntilActive(client: DynamoDBClient, name: string): Promise<void> {
  const deadline = performance.now() + ACTIVE_WITHIN_MS
  while ((await describe(client, name))?.TableStatus !== 'ACTIVE') {
    if (performance.now() > deadline) {
      throw new Error(
        `The table ${name} was left half made. Start in another folder with --data, or delete this one.`,
      )
    }
    await pause(3)
  }
}

async function describe(
  client: DynamoDBClient,
  name: string,
): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

function describeKeys(keys: TablePlan['KeySchema'] | TableDescription['KeySchema']): string {
  return (keys ?? []).map((key) => `${key.KeyType}:${key.AttributeName}`).join(' ')
}

function requireSameKeys(table: TableDescription, name: string, plan: TablePlan): void {
  const differs = (part: string): Error =>
    new Error(
      `This data folder is of another version: its table ${name} has another ${part}. ` +
        'Start in another folder with --data, or delete this one.',
    )
  if (describeKeys(table.KeySchema) !== describeKeys(plan.KeySchema)) throw differs('key')
  for (const index of plan.GlobalSecondaryIndexes ?? []) {
    const found = table.GlobalSecondaryIndexes?.find((one) => one.IndexName === index.IndexName)
    if (describeKeys(found?.KeySchema) !== describeKeys(index.KeySchema))
      throw differs(`index ${index.IndexName}`)
  }
}
