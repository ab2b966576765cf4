/** What a Task's Resource asks for. */
export type Resource = {
  /** `lambda` is the function itself as Resource, `invoke` the optimized integration around it. */
  kind: 'lambda' | 'invoke'
  callback: boolean
  /** The Resource's ARN for `lambda`, `invoke` or `invoke.waitForTaskToken` otherwise. */
  name: string
}

const integration = /^arn:aws[\w-]*:states:[\w-]*:\d*:lambda:(invoke(\.waitForTaskToken)?)$/
const functionArn = /^arn:aws[\w-]*:lambda:[\w-]+:\d*:function:[\w-]+(:[\w$-]+)?$/

/** Reads a Task's Resource; null when it names something that is not run here. */
export function readResource(resource: string): Resource | null {
  const [, name, token] = integration.exec(resource) ?? []
  if (name !== undefined) return { kind: 'invoke', callback: token !== undefined, name }
  return functionArn.test(resource) ? { kind: 'lambda', callback: false, name: resource } : null
}
