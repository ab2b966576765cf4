/** The integration that a Task's Resource names. */
export type Resource = {
  /** `lambda` is a function ARN as the Resource; `invoke` is the optimized Lambda integration. */
  kind: 'lambda' | 'invoke'
  callback: boolean
  /** The function's ARN for `lambda`; otherwise `invoke` or `invoke.waitForTaskToken`. */
  name: string
}

const integration = /^arn:aws[\w-]*:states:[\w-]*:\d*:lambda:(invoke(\.waitForTaskToken)?)$/
const functionArn = /^arn:aws[\w-]*:lambda:[\w-]+:\d*:function:[\w-]+(:[\w$-]+)?$/

/** Reads a Task's Resource; null for a service that is not supported here. */
export function readResource(resource: string): Resource | null {
  const [, name, token] = integration.exec(resource) ?? []
  if (name !== undefined) return { kind: 'invoke', callback: token !== undefined, name }
  return functionArn.test(resource) ? { kind: 'lambda', callback: false, name: resource } : null
}
