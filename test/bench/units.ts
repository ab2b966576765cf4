import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { dynamoUnitStore } from '../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import type { Reservation } from '../../functions/service/core/ports/unit-store.ts'
import { openDatabase } from '../functions/pipeline/open-database.ts'

const OPEN = [0, 15, 250, 950]
const TASKS = 64
/** What one item bears, in units of writing a second. */
const MOST_WRITES = 1_000

/** What requests used: capacity units of reading and writing, and how many of the latter the account's item bore. */
type Used = { reads: number; writes: number; ofItem: number; requests: number }

/**
 * What DynamoDB is asked for one task that costs units, from its reservation to its charge, by how many others of its
 * account are under way: capacity as the local database reckons it by AWS's rules, in all and of the account's item.
 */
export async function units(): Promise<void> {
  const database = await openDatabase()
  try {
    const table = await database.table('Units', ['account', 'entry'])
    console.log('under way   reads  writes  of one item  files a second  requests  ms')
    for (const open of OPEN) await row(database.db, table, open)
  } finally {
    await database.close()
  }
}

async function row(db: DynamoDBDocumentClient, table: string, open: number): Promise<void> {
  const used: Used = { reads: 0, writes: 0, ofItem: 0, requests: 0 }
  const store = dynamoUnitStore(metered(db, used), table)
  const account = `open-${open}`
  await store.grant(account, { units: 1_000_000, reference: 'first', at: 1 })
  const line: Reservation[] = []
  let begun = 0
  const begin = async (): Promise<void> => {
    begun += 1
    // As long as the ids of tasks and reservations.
    const id = `00000000-0000-4000-8000-${String(begun).padStart(12, '0')}`
    const range = { least: 2, most: 2 }
    const outcome = await store.reserve(account, { taskId: id, id, ...range, at: 10 + begun })
    if (!('held' in outcome)) throw new Error(`A reservation was refused: ${outcome.refused}.`)
    line.push(outcome.held)
  }
  while (begun < open) await begin()
  Object.assign(used, { reads: 0, writes: 0, ofItem: 0, requests: 0 } satisfies Used)
  const began = performance.now()
  for (let task = 0; task < TASKS; task += 1) {
    await begin()
    const oldest = line.shift()
    if (oldest) await store.charge(account, oldest, { units: 2, at: 5_000 + task })
  }
  const ms = (performance.now() - began) / TASKS
  const [reads, writes, ofItem, requests] = [
    used.reads,
    used.writes,
    used.ofItem,
    used.requests,
  ].map((sum) => (sum / TASKS).toFixed(1)) as [string, string, string, string]
  const files = Math.floor(MOST_WRITES / Number(ofItem))
  console.log(
    String(open).padStart(9),
    reads.padStart(7),
    writes.padStart(7),
    ofItem.padStart(12),
    String(files).padStart(15),
    requests.padStart(9),
    ms.toFixed(1).padStart(4),
  )
}

/** A client whose requests are counted in `used`. */
function metered(db: DynamoDBDocumentClient, used: Used): DynamoDBDocumentClient {
  const send = async (command: { input: object }): Promise<object> => {
    const { name } = command.constructor
    const input = command.input as { Key?: Record<string, string>; TableName?: string }
    Object.assign(input, { ReturnConsumedCapacity: 'TOTAL' })
    const count = ({ ConsumedCapacity: { CapacityUnits = 0 } = {} }: Metered): void => {
      used.requests += 1
      if (/^(?:Get|Query)/.test(name)) used.reads += CapacityUnits
      else used.writes += CapacityUnits
      if (input.Key?.['entry'] === 'balance' && name === 'UpdateCommand')
        used.ofItem += CapacityUnits
    }
    try {
      const answer = (await db.send(command as never)) as Metered
      count(answer)
      return answer
    } catch (error) {
      // A write whose condition does not hold costs as much as one that changes nothing, and one where nothing is.
      const { TableName, Key } = input
      const nothing = {
        TableName,
        Key,
        UpdateExpression: 'REMOVE bench',
        ConditionExpression: 'attribute_exists(entry)',
        ReturnConsumedCapacity: 'TOTAL' as const,
      }
      if (Key) {
        const asMuch = db.send(new UpdateCommand(nothing))
        count(await asMuch.catch(() => ({ ConsumedCapacity: { CapacityUnits: 1 } })))
      }
      throw error
    }
  }
  return { send } as unknown as DynamoDBDocumentClient
}

type Metered = { ConsumedCapacity?: { CapacityUnits?: number | undefined } | undefined }
