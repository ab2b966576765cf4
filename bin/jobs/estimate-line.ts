import type { Estimate } from '../../functions/operate/costs/estimate.ts'
import { counted } from '../../functions/operate/counted.ts'

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

function time({ least, most }: NonNullable<Estimate['minutes']>): string {
  const inHours = most >= 180
  const [from, to] = [least, most].map((value) =>
    Math.max(1, Math.ceil(inHours ? value / 60 : value)),
  )
  const unit = counted(to ?? 1, inHours ? 'hour' : 'minute')
  return from === to ? unit : `${from} to ${unit}`
}
