import * as z from 'zod/mini'
import { describeIssue } from './describe-issue.ts'
import { Failure } from './failure.ts'

/** Parses fields with a schema. Throws `InvalidParameters`, naming the first field that breaks a rule and the rule. */
export function parseFields<T>(schema: z.ZodMiniType<T>, fields: unknown): T {
  const parsed = z.safeParse(schema, fields)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Failure('InvalidParameters', issue && describeIssue(issue, fields))
}
