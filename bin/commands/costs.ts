import { type CostEstimate, estimateCost } from '../../functions/pipeline/cost/estimate-cost.ts'
import { jobsSince, momentOf } from '../jobs-since.ts'
import { workbenchCommand } from '../workbench-command.ts'

type Totals = {
  jobs: number
  failed: number
  units: number
  bytes: number
  transitions: number
  dollars: CostEstimate['dollars']
}

/** `darkroom costs`: what the ended jobs took, per recipe and per thousand files. */
export const costs = () =>
  workbenchCommand<{ since: string }>(
    'costs',
    'add up what ended jobs took, by recipe',
    async ({ db, at }, { since }) => {
      const recipes: Record<string, Totals> = {}
      for await (const job of jobsSince(db, at.jobsTable, momentOf(since))) {
        if (job.status === 'running') continue
        const totals = recipes[job.recipe.name] ?? NOTHING
        recipes[job.recipe.name] = {
          ...added(totals, estimateCost(job)),
          failed: totals.failed + (job.status === 'failed' ? 1 : 0),
        }
      }
      return { lines: linesOf(recipes), json: recipes }
    },
  ).option('--since <when>', 'a span like 90m, 24h or 7d, or a date', '7d')

const NOTHING: Totals = {
  ...{ jobs: 0, failed: 0, units: 0, bytes: 0, transitions: 0 },
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

const added = (totals: Totals, cost: CostEstimate): Totals => ({
  ...totals,
  jobs: totals.jobs + 1,
  units: totals.units + cost.units,
  bytes: totals.bytes + cost.bytesIn + cost.bytesOut,
  transitions: totals.transitions + cost.transitions,
  dollars: Object.fromEntries(
    Object.entries(cost.dollars).map(([line, value]) => [
      line,
      totals.dollars[line as keyof CostEstimate['dollars']] + value,
    ]),
  ) as CostEstimate['dollars'],
})

const linesOf = (recipes: Record<string, Totals>): string[] => {
  const lines = Object.entries(recipes).flatMap(([name, totals]) => {
    const { jobs, failed, units, bytes, transitions, dollars } = totals
    const perThousand = (value: number): string => ((value / jobs) * 1000).toFixed(4)
    return [
      `${name}: ${jobs} jobs (${failed} failed), ${units} units, ${(bytes / 1e6).toFixed(1)} MB, ${(transitions / jobs).toFixed(1)} transitions a job`,
      `  about $${perThousand(dollars.total)} per thousand files, the service's units apart:`,
      ...Object.entries(dollars)
        .filter(([line]) => line !== 'total')
        .map(([line, value]) => `    ${line.padEnd(14)} $${perThousand(value)}`),
    ]
  })
  return lines.length > 0 ? lines : ['No job has ended in this time.']
}
