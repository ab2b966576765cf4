import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { dynamoFreeTaskStore } from '../../functions/service/core/adapters/dynamo/dynamo-free-task-store.ts'
import { dynamoUnitStore } from '../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import type { Reservation } from '../../functions/service/core/ports/unit-store.ts'
import { openDatabase } from '../functions/pipeline/open-database.ts'

const TASKS = 64
/** What one item bears, in units of writing a second. */
const MOST_WRITES = 1_000

/** What requests used: capacity units of reading and writing, and how many of the latter the account's item bore. */
type Used = { reads: number; writes: number; ofItem: number; requests: number }

/** What the service writes when a task begins, and when it ends. */
type Life = { begin(id: string, at: number): Promise<void>; end(id: string): Promise<void> }

/** The most others under way are what an account may have, less the tasks that are measured. */
const KINDS: Record<string, { open: number[]; item: string; life: typeof paid }> = {
  'that cost units': { open: [0, 15, 250, 950], item: 'balance', life: paid },
  'that cost none': { open: [0, 15, 150, 249], item: 'free', life: free },
}

/**
 * What DynamoDB is asked for one task, from its beginning to its end, by how many others of its account are under way:
 * capacity as the local database reckons it by AWS's rules, in all and of the account's item.
 */
export async function units(): Promise<void> {
  const database = await openDatabase()
  try {
    const table = await database.table('Units', ['account', 'entry'])
    for (const [kind, { open, item, life }] of Object.entries(KINDS)) {
      console.log(`Tasks ${kind}`)
      console.log('under way   reads  writes  of the item  files a second  requests  ms')
      for (const count of open) {
        const used: Used = { reads: 0, writes: 0, ofItem: 0, requests: 0 }
        const account = `${item}-${count}`
        await row(await life(metered(database.db, item, used), table, account), count, used)
      }
    }
  } finally {
    await database.close()
  }
}

async function paid(db: DynamoDBDocumentClient, table: string, account: string): Promise<Life> {
  const store = dynamoUnitStore(db, table)
  const held = new Map<string, Reservation>()
  await store.grant(account, { units: 1_000_000, reference: 'first', at: 1 })
  return {
    begin: async (id, at) => {
      const outcome = await store.reserve(account, { taskId: id, id, least: 2, most: 2, at })
      if (!('held' in outcome)) throw new Error(`A reservation was refused: ${outcome.refused}.`)
      held.set(id, outcome.held)
    },
    end: async (id) => {
      const reservation = held.get(id)
      if (reservation) await store.charge(account, reservation, { units: 2, at: 5_000 })
    },
  }
}

async function free(db: DynamoDBDocumentClient, table: string, account: string): Promise<Life> {
  const store = dynamoFreeTaskStore(db, table)
  return {
    begin: async (id, at) => {
      if (!(await store.add(account, id, at, 250))) throw new Error('A task was refused.')
    },
    end: (id) => store.remove(account, id),
  }
}

/** Begins tasks and ends the oldest, with as many as `open` under way. */
async function row(life: Life, open: number, used: Used): Promise<void> {
  let begun = 0
  // As long as the ids of tasks and reservations.
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const begin = () => life.begin(idOf(++begun), 1_700_000_000 + begun)
  while (begun < open) await begin()
  Object.assign(used, { reads: 0, writes: 0, ofItem: 0, requests: 0 } satisfies Used)
  const began = performance.now()
  for (let task = 1; task <= TASKS; task += 1) {
    await begin()
    await life.end(idOf(task))
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

/** A client whose requests are counted in `used`, those that write the entry `item` as the account's. */
function metered(db: DynamoDBDocumentClient, item: string, used: Used): DynamoDBDocumentClient {
  const send = async (command: { input: object }): Promise<object> => {
    const { name } = command.constructor
    const input = command.input as { Key?: Record<string, string>; TableName?: string }
    Object.assign(input, { ReturnConsumedCapacity: 'TOTAL' })
    const count = ({ ConsumedCapacity: { CapacityUnits = 0 } = {} }: Metered): void => {
      used.requests += 1
      if (/^(?:Get|Query)/.test(name)) used.reads += CapacityUnits
      else used.writes += CapacityUnits
      if (name === 'UpdateCommand' && input.Key?.['entry'] === item) used.ofItem += CapacityUnits
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
