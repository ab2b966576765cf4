import * as z from 'zod/mini'
import { Failure } from '../failures/failure.ts'
import { describeIssue } from '../issues/describe-issue.ts'

/** Parses fields with a schema. Throws `InvalidParameters`, naming the first field that breaks a rule and the rule. */
export function parseFields<T>(schema: z.ZodMiniType<T>, fields: unknown): T {
  const parsed = z.safeParse(schema, fields)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Failure('InvalidParameters', issue && describeIssue(issue, fields))
}
