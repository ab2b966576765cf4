import { type Caller, principalArn } from './caller.ts'
import type { Statement } from './policy.ts'

type Principal = NonNullable<Statement['Principal']>

/**
 * Whether a `Principal` element names the caller (IAM User Guide, "AWS JSON policy elements: Principal"): `*` is
 * everybody; under `AWS`, an account number or its root is every identity of the account, and an ARN is that role, all
 * its sessions, or one session; under `Service` it is a service that calls in its own name. Wildcards within an ARN
 * are no part of the element.
 */
export function matchesPrincipal(principal: Principal, caller: Caller): boolean {
  if (principal === '*') return true
  const { AWS: identities = [], Service: services = [] } = principal
  if (caller.kind === 'service')
    return identities.includes('*') || services.includes(caller.service)
  const arn = principalArn(caller)!
  const account = arn.split(':')[4]
  return identities.some(
    (one) =>
      one === '*' ||
      one === arn ||
      one === account ||
      (caller.kind === 'role' && one === caller.sessionArn) ||
      (/^arn:[^:]+:iam::\d{12}:root$/.test(one) && one.split(':')[4] === account),
  )
}
