import type * as z from 'zod/mini'
import { describeIssue, valueAt } from './describe-issue.ts'
import { suggestName } from './suggest-name.ts'

/** The most accepted values that are listed. */
const MOST_VALUES = 30

/**
 * Describes what is wrong with a field, for whoever writes it by hand: the sentence of the service's interface, and
 * what is allowed, which the interface does not say.
 */
export function explainIssue(issue: z.core.$ZodIssue, input: unknown): string {
  return `${describeIssue(issue, input)}${allowedBy(issue, valueAt(input, issue.path))}`
}

function allowedBy(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'too_big':
      return ` At most ${counted(issue.maximum, issue.origin)} is allowed.`
    case 'too_small':
      return ` At least ${counted(issue.minimum, issue.origin)} is required.`
    case 'invalid_value': {
      const values = issue.values.map(String)
      const given = typeof value === 'string' ? suggestName(value, values) : ''
      return values.length > MOST_VALUES ? given : `${given} Accepted: ${values.join(', ')}.`
    }
    default:
      return ''
  }
}

function counted(limit: number | bigint, origin: string): string {
  const unit = ({ string: 'character', array: 'item' } as Record<string, string>)[origin]
  return unit === undefined ? `${limit}` : `${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}
