import type { Access } from '../iam/access.ts'
import type { Caller } from '../iam/caller.ts'
import type { AccessRequest } from '../iam/compile-policy.ts'
import { AwsError } from './aws-error.ts'

/** What an operation asks for, by its name and its input, which is not checked yet. */
export type RequiredRights = (operation: string, input: unknown) => readonly AccessRequest[]

/** Requires that the caller may do all of this. @throws AwsError AccessDeniedException, in the words of AWS */
export function authorize(
  access: Access,
  caller: Caller,
  requests: readonly AccessRequest[],
): void {
  const denied = access.firstDenied(caller, requests)
  if (!denied) return
  throw new AwsError(
    'com.amazon.coral.service#AccessDeniedException',
    denied.message,
    // SQS answers 403, the others 400. Its clients know the error by the code of the older protocol.
    denied.request.action.startsWith('sqs:') ? { status: 403, queryCode: 'AccessDenied' } : {},
  )
}

/** A text field of an input that is not checked yet; empty when it is missing or no text. */
export function textField(input: unknown, name: string): string {
  const value: unknown = Object(input)[name]
  return typeof value === 'string' ? value : ''
}
