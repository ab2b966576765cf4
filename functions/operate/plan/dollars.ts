import { LAMBDA_GB_SECOND } from '../../../catalog/costs/compute.ts'
import type { CostEstimate } from '../../pipeline/core/cost/estimate-cost.ts'
import { PRICES } from '../../pipeline/core/cost/prices.ts'
import type { Simulated } from './simulate.ts'

/** Dollars by what they are for. */
export type DollarLines = Readonly<Record<string, number>>

/** Write units of an entry of the line and its place in the index, and of its leaving; calls of SQS for a message. */
const LINE_WRITES = 3
const MESSAGE_CALLS = 3

/**
 * What a plan costs by list prices: a file's mean estimate for all of them, and what the waiting and the workers take.
 * @param workerMegabytes of a worker of our own service; 0 where the service is another's
 */
export function dollarLines(
  { ended, workerSeconds, resent }: Pick<Simulated, 'ended' | 'workerSeconds' | 'resent'>,
  aFile: CostEstimate['dollars'],
  workerMegabytes: number,
): DollarLines {
  const { total: _, ...lines } = aFile
  const files = Object.fromEntries(
    Object.entries(lines).map(([line, dollars]) => [line, dollars * ended]),
  )
  const look = LINE_WRITES * PRICES.dynamoWrite + MESSAGE_CALLS * PRICES.sqsRequest
  return {
    ...files,
    waiting: resent * look,
    workers: (workerSeconds * workerMegabytes * LAMBDA_GB_SECOND) / 1024,
  }
}
