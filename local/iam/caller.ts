/** Who makes a request: a session of a role, the account's administrator, or an AWS service in its own name. */
export type Caller =
  | { readonly kind: 'role'; readonly roleArn: string; readonly sessionArn: string }
  | { readonly kind: 'user'; readonly userArn: string }
  | { readonly kind: 'service'; readonly service: string }

/** The name of a caller in messages. */
export function describeCaller(caller: Caller): string {
  if (caller.kind === 'service') return caller.service
  return caller.kind === 'role' ? caller.sessionArn : caller.userArn
}

/** The ARN of the role or user, undefined for a service. */
export function principalArn(caller: Caller): string | undefined {
  if (caller.kind === 'service') return undefined
  return caller.kind === 'role' ? caller.roleArn : caller.userArn
}
