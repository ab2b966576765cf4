import { type CostEstimate, estimateCost } from '../../functions/pipeline/cost/estimate-cost.ts'
import { counted } from '../counted.ts'
import { jobsSince, parseSince } from '../jobs-since.ts'
import { pipelineCommand } from '../pipeline-command.ts'

type Totals = {
  /** Ended. */
  jobs: number
  failed: number
  parked: number
  /** Jobs of whose units some are the catalogue's, because the service does not say what it charged. */
  estimated: number
  units: number
  bytes: number
  transitions: number
  dollars: CostEstimate['dollars']
}

/** `darkroom costs`: what the ended jobs took, per recipe and per thousand files. */
export function costs() {
  return pipelineCommand<{ since: string }>(
    'costs',
    'add up what ended jobs took, by recipe',
    async (clients, { since }) => {
      const recipes: Record<string, Totals> = {}
      for await (const job of jobsSince(clients, parseSince(since))) {
        if (job.status === 'running') continue
        const totals = recipes[job.recipe.name] ?? NOTHING
        // What is parked has cost nothing yet.
        recipes[job.recipe.name] =
          job.status === 'parked'
            ? { ...totals, parked: totals.parked + 1 }
            : {
                ...added(totals, estimateCost(job)),
                failed: totals.failed + (job.status === 'failed' ? 1 : 0),
              }
      }
      const json = Object.entries(recipes).map(([recipe, totals]) => ({
        recipe,
        ...totals,
        perThousand: perThousand(totals),
      }))
      return { lines: linesOf(recipes), json }
    },
  ).option('--since <when>', 'a span like 90m, 24h or 7d, or a date', '7d')
}

const NOTHING: Totals = {
  ...{ jobs: 0, failed: 0, parked: 0, estimated: 0, units: 0, bytes: 0, transitions: 0 },
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

function added(totals: Totals, cost: CostEstimate): Totals {
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
function perThousand({ jobs, units, dollars }: Totals) {
  const share = (value: number): number => (jobs > 0 ? (value / jobs) * 1000 : 0)
  return {
    units: share(units),
    dollars: Object.fromEntries(
      Object.entries(dollars).map(([line, value]) => [line, share(value)]),
    ) as CostEstimate['dollars'],
  }
}

const LINES: Record<keyof Required<CostEstimate['dollars']>, string> = {
  stepFunctions: 'transitions',
  lambda: 'Lambda',
  s3: 'S3',
  dynamodb: 'DynamoDB',
  messages: 'SQS, EventBridge, webhooks',
  logs: 'logs',
  units: 'units of the service',
  generator: 'generators',
  total: 'together',
}

/** Units without a price are no line: their bill is the service's. */
function isKnown([line, value]: [string, number]): boolean {
  return line !== 'units' || value > 0
}

/** What all recipes took together, before it is told apart. */
function spentOf(recipes: Record<string, Totals>): string {
  const all = Object.values(recipes)
  const sum = (of: (totals: Totals) => number): number =>
    all.reduce((whole, totals) => whole + of(totals), 0)
  const [jobs, failed] = [sum((each) => each.jobs), sum((each) => each.failed)]
  const priced = sum(({ dollars }) => dollars.units) > 0
  const dollars = sum((each) => each.dollars.total).toFixed(4)
  const units = counted(
    sum((each) => each.units),
    'unit',
  )
  return `Spent: ${units} and about $${dollars}${priced ? '' : ' without the units'}, on ${counted(jobs, 'job')} (${failed} failed).`
}

function linesOf(recipes: Record<string, Totals>): string[] {
  const lines = Object.entries(recipes).flatMap(([name, totals]) => {
    const { jobs, failed, parked, estimated, bytes, transitions } = totals
    const ended = `${name}: ${jobs} ended (${failed} failed), ${parked} parked`
    if (jobs === 0) return [ended]
    const { units, dollars } = perThousand(totals)
    return [
      `${ended}, ${(bytes / 1e6).toFixed(1)} MB, ${(transitions / jobs).toFixed(1)} transitions a job`,
      ...(estimated > 0
        ? [
            `  the units of ${estimated} of them are estimated: the service does not say what it charged`,
          ]
        : []),
      `  a thousand files take ${units.toFixed(0)} units and about`,
      ...Object.entries(dollars)
        .filter(isKnown)
        .map(
          ([line, value]) =>
            `    ${LINES[line as keyof typeof LINES].padEnd(28)} $${value.toFixed(4)}`,
        ),
    ]
  })
  return lines.length > 0 ? [spentOf(recipes), ...lines] : ['No job has ended in this time.']
}
