import type * as z from 'zod/mini'
import { Failure } from '../../failures/failure.ts'
import { fieldName } from '../../issues/describe-issue.ts'
import { explainIssue } from '../../issues/explain-issue.ts'
import { unknownNames } from '../../issues/find-unknown-name.ts'
import { suggestName } from '../../issues/suggest-name.ts'

/** A rule that a recipe breaks: where, part by part, and the sentence, which names the field too. */
export type RecipeProblem = { path: readonly PropertyKey[]; words: string }

/** Makes problems of one step: the path below it, and the rule, which begins with the name of the field. */
export function problemsOfStep(at: number) {
  return (path: readonly PropertyKey[], rule: string): RecipeProblem => ({
    path: ['steps', at, ...path],
    words: `steps[${at}].${rule}`,
  })
}

/** The names in a value, at any depth, that its schema does not know. */
export function nameProblems(
  schema: z.ZodMiniType,
  given: unknown,
  path: readonly PropertyKey[] = [],
): RecipeProblem[] {
  return [...unknownNames(schema, given, path)].map(({ path: at, name, known }) => ({
    path: at,
    words: `${fieldName([...at])} is not a field of this object.${suggestName(name, known)}`,
  }))
}

/** What a value breaks of its schema; `path` is where the value stands in the recipe. */
export function issueProblems(
  error: z.core.$ZodError,
  input: unknown,
  path: readonly PropertyKey[],
): RecipeProblem[] {
  return error.issues.map((issue) => issueProblem(issue, input, path))
}

/** One issue of a schema as a problem. */
export function issueProblem(
  issue: z.core.$ZodIssue,
  input: unknown,
  path: readonly PropertyKey[],
): RecipeProblem {
  const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const prefix = path.length > 0 ? `${fieldName([...path])}.` : ''
  return {
    path: [...path, ...issue.path, ...key],
    words: `${prefix}${explainIssue(issue, input)}`,
  }
}

/** The failure of a value that the stores cannot hold. */
export function unstorable(sentence: string): Failure {
  return new Failure('RecipeInvalid', sentence)
}

/** The sentence of a failure. Throws anything else. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Failure)) throw error
  return error.message
}
