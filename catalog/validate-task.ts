import * as z from 'zod/mini'
import { describeIssue } from './describe-issue.ts'
import { Failure } from './failure.ts'
import type { Feature, FileRole, Stage } from './feature.ts'

/** Where an input file is: at a public address, or in an upload slot. */
export type FileReference = { url: string } | { id: string }

/** A task body that passed the catalogue: its files by role and its parameters, unknown fields left out. */
export type ValidTask = {
  files: Record<FileRole, FileReference>
  parameters: Record<string, unknown>
}

const MAX_URL = 4096
const body = z.record(z.string(), z.unknown())
const address = z.url({ protocol: /^https?$/ }).check(z.maxLength(MAX_URL))
const fileId = z.string().check(z.minLength(1), z.maxLength(256))

/**
 * Checks the body of a task creation against the feature's rules. A pre-process task takes only its file.
 * Throws `InvalidParameters` with the first broken rule, naming the field.
 */
export const validateTask = (feature: Feature, stage: Stage, input: unknown): ValidTask => {
  const fields = check(body, input, input)
  const files = Object.fromEntries(
    Object.keys(feature.files).map((role) => [role, fileOf(role, fields)]),
  ) as ValidTask['files']
  const parameters = stage === 'pre-process' ? {} : check(feature.parameters, fields, input)
  return { files, parameters }
}

/** The URL form wins when a client sends both, because it is the form the specification lists. */
const fileOf = (role: string, fields: Record<string, unknown>): FileReference => {
  const urlField = `${role}_file_url`
  const idField = `${role}_file_id`
  if (fields[urlField] !== undefined) {
    return { url: check(z.object({ [urlField]: address }), fields, fields)[urlField] as string }
  }
  if (fields[idField] !== undefined) {
    return { id: check(z.object({ [idField]: fileId }), fields, fields)[idField] as string }
  }
  throw new Failure(
    'InvalidParameters',
    `${urlField} is required but wasn't included in your request, or ${idField} is required but wasn't included in your request.`,
  )
}

const check = <T>(schema: z.ZodMiniType<T>, value: unknown, input: unknown): T => {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Failure('InvalidParameters', issue && describeIssue(issue, input))
}
