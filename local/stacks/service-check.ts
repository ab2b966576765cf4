import type { Access } from '../iam/access.ts'
import { ACCOUNT } from './run-context.ts'

/** Something that an AWS service does in its own name, on behalf of a resource of the stacks. */
export type ServiceCall = {
  /** Such as `events.amazonaws.com`. */
  readonly service: string
  readonly action: string
  readonly resource: string
  /** The ARN of the rule, alarm or route on whose behalf it is. */
  readonly sourceArn: string
}

/** Whether a resource lets the service do it. */
export type ServiceCheck = (call: ServiceCall) => boolean

/** Checks what services do against the policies of resources; `onDenied` is told of each denial once. */
export function createServiceCheck(
  access: Access,
  onDenied: (sourceArn: string, message: string) => void,
): ServiceCheck {
  const told = new Set<string>()
  return ({ service, action, resource, sourceArn }) => {
    const caller = { kind: 'service', service } as const
    const context = { 'aws:sourcearn': [sourceArn], 'aws:sourceaccount': [ACCOUNT] }
    const denied = access.firstDenied(caller, [{ action, resource, context }])
    if (!denied) return true
    const { message } = denied
    if (!told.has(sourceArn + message)) onDenied(sourceArn, message)
    told.add(sourceArn + message)
    return false
  }
}
