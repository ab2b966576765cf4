import { type CostTotals, perThousand, sumCosts } from '../../functions/operate/costs/sum-costs.ts'
import { counted } from '../../functions/operate/counted.ts'
import { jobsSince, parseSince } from '../../functions/operate/jobs/jobs-since.ts'
import type { CostEstimate } from '../../functions/operate/pipeline-records.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'

/** `darkroom costs`: what the ended jobs took, per recipe and per thousand files. */
export function costs() {
  return pipelineCommand<{ since: string }>(
    'costs',
    'add up what ended jobs took, by recipe',
    async (clients, { since }) => {
      const recipes = await sumCosts(jobsSince(clients, parseSince(since)))
      const json = Object.entries(recipes).map(([recipe, totals]) => ({
        recipe,
        ...totals,
        perThousand: perThousand(totals),
      }))
      return { lines: linesOf(recipes), json }
    },
  ).option('--since <when>', 'a span like 90m, 24h or 7d, or a date', '7d')
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
function spentOf(recipes: Record<string, CostTotals>): string {
  const all = Object.values(recipes)
  const sum = (of: (totals: CostTotals) => number): number =>
    all.reduce((whole, totals) => whole + of(totals), 0)
  const ended = {
    jobs: sum((each) => each.jobs),
    failed: sum((each) => each.failed),
    refused: sum((each) => each.refused),
  }
  const priced = sum(({ dollars }) => dollars.units) > 0
  const dollars = sum((each) => each.dollars.total).toFixed(4)
  const units = counted(
    sum((each) => each.units),
    'unit',
  )
  return `Spent: ${units} and about $${dollars}${priced ? '' : ' without the units'}, on ${counted(ended.jobs, 'job')} (${withoutResult(ended)}).`
}

/** Refusals are no failures. */
function withoutResult({ failed, refused }: Pick<CostTotals, 'failed' | 'refused'>): string {
  return `${failed} failed, ${refused} refused`
}

function linesOf(recipes: Record<string, CostTotals>): string[] {
  const lines = Object.entries(recipes).flatMap(([name, totals]) => {
    const { jobs, parked, estimated, bytes, transitions } = totals
    const ended = `${name}: ${jobs} ended (${withoutResult(totals)}), ${parked} parked`
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
