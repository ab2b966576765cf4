import * as z from 'zod'
import { ApiError } from './api-error.ts'

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  return `${issue?.path.join('.') || 'request'}: ${issue?.message ?? 'wrong shape'}`
}

/** A request body in the shape of its action. Throws ValidationException naming the first field that is wrong. */
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

/** A page size: 0 stands for the default. */
export function pageSize(maxResults: number): number {
  return maxResults || 100
}

/** The position a page token stands for; `start` without one. Throws InvalidToken. */
export function pagePosition(token: string | undefined, start: string): string {
  if (token === undefined) return start
  const text = Buffer.from(token, 'base64url').toString()
  if (!text.startsWith('page:'))
    throw new ApiError('InvalidToken', 'nextToken: not a token of this service')
  return text.slice(5)
}

/** The token of the page that begins at a position. */
export function pageToken(position: string | number): string {
  return Buffer.from(`page:${position}`).toString('base64url')
}

/** A time as AWS JSON writes it: seconds with a fraction. */
export function epochSeconds(ms: number): number {
  return ms / 1_000
}
