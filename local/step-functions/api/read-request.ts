import * as z from 'zod'
import { ApiError } from './api-error.ts'

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  return `${issue?.path.join('.') || 'request'}: ${issue?.message ?? 'wrong shape'}`
}

/**
 * Checks a request body against the schema of its action. Throws ValidationException naming the first wrong field.
 */
export function readRequest<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw new ApiError('ValidationException', describeIssue(read.error.issues[0]))
}

/** Fields that several actions have. */
export const fields = {
  arn: z.string().min(1).max(256),
  token: z.string().min(1).max(2_048),
  maxResults: z.int().min(0).max(1_000).default(100),
  nextToken: z.string().max(1_024).optional(),
}

/** A page size; 0 means the default of 100, as in the API. */
export function pageSize(maxResults: number): number {
  return maxResults || 100
}

/** The position that a page token encodes; `start` when there is no token. Throws InvalidToken. */
export function pagePosition(token: string | undefined, start: string): string {
  if (token === undefined) return start
  const text = Buffer.from(token, 'base64url').toString()
  if (!text.startsWith('page:'))
    throw new ApiError('InvalidToken', 'nextToken: not a token of this service')
  return text.slice(5)
}

/** The page token that encodes a position. */
export function pageToken(position: string | number): string {
  return Buffer.from(`page:${position}`).toString('base64url')
}

/** A time in milliseconds as AWS JSON writes it: seconds with a fraction. */
export function epochSeconds(ms: number): number {
  return ms / 1_000
}
