import type { Node } from 'constructs'
import type { TaskServiceProps } from './task-service.ts'

/**
 * What an operator sets by the CDK's context, in cdk.json or as `-c name=value`: `rateLimitWindow` and
 * `rateLimitSecond`, and `featureConcurrency` as JSON such as `{"image-to-video":2}`. Throws naming the setting.
 */
export function serviceSettings(node: Node): TaskServiceProps {
  const perWindow = wholeNumber('rateLimitWindow', node.tryGetContext('rateLimitWindow'))
  const perSecond = wholeNumber('rateLimitSecond', node.tryGetContext('rateLimitSecond'))
  const given: unknown = node.tryGetContext('featureConcurrency')
  return {
    rateLimit: { ...(perWindow && { perWindow }), ...(perSecond && { perSecond }) },
    ...(given !== undefined && { featureConcurrency: concurrencyIn(given) }),
  }
}

function wholeNumber(name: string, given: unknown): number | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new Error(`${name} must be a whole number above 0.`)
}

function concurrencyIn(given: unknown): Record<string, number> {
  const limits: unknown = typeof given === 'string' ? JSON.parse(given) : given
  if (typeof limits !== 'object' || limits === null || Array.isArray(limits)) {
    throw new Error('featureConcurrency must be an object of numbers by feature.')
  }
  return Object.fromEntries(
    Object.entries(limits).map(([feature, most]) => [
      feature,
      wholeNumber(`featureConcurrency.${feature}`, most) ?? 1,
    ]),
  )
}
