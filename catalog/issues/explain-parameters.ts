import * as z from 'zod/mini'
import type { Feature } from '../features/feature.ts'
import { explainIssue } from './explain-issue.ts'
import { findUnknownName } from './find-unknown-name.ts'
import { suggestName } from './suggest-name.ts'

/**
 * What is wrong with a feature's parameters, for whoever writes them by hand: a name that the service would ignore, or
 * the first rule that is broken, with what is allowed. Undefined where nothing is wrong.
 */
export function explainParameters(
  { parameters }: Pick<Feature, 'parameters'>,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const unknown = findUnknownName(parameters, given)
  if (unknown) {
    return `${unknown.path} is not a field of this object.${suggestName(unknown.name, unknown.known)}`
  }
  const [issue] = z.safeParse(parameters, given).error?.issues ?? []
  return issue && explainIssue(issue, given)
}
