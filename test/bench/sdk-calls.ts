import { AsyncLocalStorage } from 'node:async_hooks'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Intercept } from '../../local/lambda/hosted-function.ts'

/** Calls by the function that made them and what they were, e.g. `dynamodb GetCommand Jobs`. */
export type SdkCalls = Map<string, Map<string, number>>

type Sent = {
  constructor: { name: string }
  input: { TableName?: string; ReturnConsumedCapacity?: string }
}
type Capacity = { CapacityUnits?: number }
/** Of several items there is one for each table. */
type Answered = { ConsumedCapacity?: Capacity | Capacity[] }
type Sender = { send: (this: unknown, ...given: [Sent, ...unknown[]]) => Promise<Answered> }

/**
 * Stands around the functions of a local run and counts every call they make by the AWS SDK, their invocations, and the
 * units that reads and writes of tables take, those of their indexes left out.
 */
export function sdkCalls(around: Intercept): {
  intercept: Intercept
  calls: SdkCalls
  restore: () => void
} {
  const calls: SdkCalls = new Map()
  const running = new AsyncLocalStorage<string>()
  const count = (what: string, by: string, times = 1): void => {
    const mine = calls.get(by) ?? new Map<string, number>()
    mine.set(what, (mine.get(what) ?? 0) + times)
    calls.set(by, mine)
  }
  // The base of all clients, of the document client as well.
  const base = Object.getPrototypeOf(DynamoDBDocumentClient.prototype) as Sender
  const { send } = base
  base.send = async function (...given) {
    const by = running.getStore()
    if (by === undefined) return send.apply(this, given)
    const [{ input }] = given
    count(nameOf(this as object, given[0]), by)
    if (this instanceof DynamoDBDocumentClient) input.ReturnConsumedCapacity = 'TOTAL'
    const answer = await send.apply(this, given)
    const spent = [answer.ConsumedCapacity ?? []].flat()
    const units = spent.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
    if (units > 0)
      count(READS.test(given[0].constructor.name) ? READ_UNITS : WRITE_UNITS, by, units)
    return answer
  }
  return {
    calls,
    intercept: (call, next) => {
      const by = call.entry.replace(/^functions\/|\/handler\.ts$/g, '')
      count(INVOKED, by)
      return running.run(by, () => around(call, next))
    },
    restore: () => {
      base.send = send
    },
  }
}

/** What is counted beside calls. */
export const INVOKED = 'invoked'
export const READ_UNITS = 'read units'
export const WRITE_UNITS = 'write units'

const READS = /^(Get|Query|Scan|BatchGet)/

function nameOf(client: object, { constructor: command, input }: Sent): string {
  const service = client.constructor.name.replace(/(Document)?Client$/, '')
  const table = input.TableName?.match(/Stores([A-Z][a-z]+)|([A-Z][a-z]+)Table/)
  return [
    service,
    command.name.replace(/Command$/, ''),
    table?.[1] ?? table?.[2] ?? input.TableName,
  ]
    .filter(Boolean)
    .join(' ')
}
