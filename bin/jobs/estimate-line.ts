import type { Estimate } from '../../functions/operate/costs/estimate.ts'
import { counted } from '../../functions/operate/counted.ts'
import type { Outlook } from '../../functions/operate/plan/foretell.ts'

/** What files are expected to take, in a sentence. */
export function estimateLine(
  recipe: string,
  { from, units = 0, dollars = 0, minutes }: Estimate,
): string {
  if (minutes === undefined)
    return `How long ${recipe} takes is not known yet: none of its jobs ended.`
  const source = from === 1 ? 'its last job' : `its last ${from} jobs`
  return `By ${source}: about ${counted(units, 'unit')}, $${dollars.toFixed(2)} and ${time(minutes)} if nothing else runs.`
}

/** What bounds files, in a sentence for each: what they wait for, and the day's budget. */
export function boundLines({ bound, budget }: Pick<Outlook, 'bound' | 'budget'>): string[] {
  const lines: string[] = []
  if (bound) {
    const { name, seconds, workers } = bound
    const what =
      name === 'workers' ? `the ${counted(workers, 'worker')} of the service` : NAMES[name]
    const minutes = { least: seconds / 60, most: seconds / 60 }
    lines.push(`Bounded by ${what ?? name}: ${time(minutes)} until the last one, by simulation.`)
  }
  if (budget) {
    const { holds, days } = budget
    const rest = Number.isFinite(days)
      ? `the rest waits for further days, ${days} in all`
      : 'no day holds one of them'
    lines.push(`The day’s budget holds ${holds} of them; ${rest}.`)
  }
  return lines
}

/** Quotas as somebody knows them who has not read docs/scale.md. */
const NAMES: Readonly<Record<string, string>> = {
  'requests of the key': 'the requests that the service takes of one key',
  'state transitions': 'the state transitions that Step Functions makes in a second',
  StartExecution: 'the executions that Step Functions begins in a second',
  SendTaskSuccess: 'the callbacks that Step Functions takes in a second',
}

function time({ least, most }: NonNullable<Estimate['minutes']>): string {
  const inHours = most >= 180
  const [from, to] = [least, most].map((value) =>
    Math.max(1, Math.ceil(inHours ? value / 60 : value)),
  )
  const unit = counted(to ?? 1, inHours ? 'hour' : 'minute')
  return from === to ? unit : `${from} to ${unit}`
}
