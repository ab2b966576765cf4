import { outcomeOf } from '../../../catalog/failures/outcome-of.ts'
import { type CostEstimate, estimateCost } from '../../pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'

/** What the ended jobs of one recipe took together. */
export type CostTotals = {
  /** Ended. */
  jobs: number
  failed: number
  /** Their files did not suit, whether they came back or not. */
  refused: number
  parked: number
  /** Jobs of whose units some are the catalogue's, because the service does not say what it charged. */
  estimated: number
  units: number
  bytes: number
  transitions: number
  dollars: CostEstimate['dollars']
}

/** What the ended jobs took, by recipe. Those that run are left out. */
export async function sumCosts(jobs: AsyncIterable<Job>): Promise<Record<string, CostTotals>> {
  const recipes: Record<string, CostTotals> = {}
  for await (const job of jobs) {
    if (job.status === 'running') continue
    const totals = recipes[job.recipe.name] ?? NOTHING
    const outcome = outcomeOf(job)
    // What is parked has cost nothing yet.
    recipes[job.recipe.name] =
      job.status === 'parked'
        ? { ...totals, parked: totals.parked + 1 }
        : {
            ...added(totals, estimateCost(job)),
            failed: totals.failed + (outcome === 'failed' ? 1 : 0),
            refused: totals.refused + (outcome === 'refused' ? 1 : 0),
          }
  }
  return recipes
}

const NOTHING: CostTotals = {
  jobs: 0,
  failed: 0,
  refused: 0,
  parked: 0,
  estimated: 0,
  units: 0,
  bytes: 0,
  transitions: 0,
  dollars: {
    stepFunctions: 0,
    lambda: 0,
    s3: 0,
    dynamodb: 0,
    messages: 0,
    logs: 0,
    units: 0,
    total: 0,
  },
}

function added(totals: CostTotals, cost: CostEstimate): CostTotals {
  return {
    ...totals,
    jobs: totals.jobs + 1,
    estimated: totals.estimated + (cost.estimated ? 1 : 0),
    units: totals.units + cost.units,
    bytes: totals.bytes + cost.bytesIn + cost.bytesOut,
    transitions: totals.transitions + cost.transitions,
    dollars: Object.fromEntries(
      Object.entries({ ...totals.dollars, ...cost.dollars }).map(([name]) => {
        const line = name as keyof CostEstimate['dollars']
        return [line, (totals.dollars[line] ?? 0) + (cost.dollars[line] ?? 0)]
      }),
    ) as CostEstimate['dollars'],
  }
}

/** Of a thousand files: units and dollars by line. */
export function perThousand({ jobs, units, dollars }: CostTotals) {
  const share = (value: number): number => (jobs > 0 ? (value / jobs) * 1000 : 0)
  return {
    units: share(units),
    dollars: Object.fromEntries(
      Object.entries(dollars).map(([line, value]) => [line, share(value)]),
    ) as CostEstimate['dollars'],
  }
}
