import type { Node } from 'constructs'
import { parseUrl } from '../parse-url.ts'
import type { TaskServiceProps } from './task-service.ts'

/**
 * What an operator sets by the CDK's context, in cdk.json or as `-c name=value`: `rateLimitWindow`, `rateLimitSecond`,
 * `throttlePerSecond`, `throttleBurst` and `uploadBytesPerDay`,
 * `featureConcurrency` as JSON such as `{"image-to-video":2}`, `pageOrigins`, origins with
 * commas between, `ffmpegLayer`, the ARN of a version of a layer, and `videoWorkers`. Throws naming the setting.
 */
export function serviceSettings(node: Node): TaskServiceProps {
  const perWindow = wholeNumber('rateLimitWindow', node.tryGetContext('rateLimitWindow'))
  const perSecond = wholeNumber('rateLimitSecond', node.tryGetContext('rateLimitSecond'))
  const throttlePerSecond = wholeNumber(
    'throttlePerSecond',
    node.tryGetContext('throttlePerSecond'),
  )
  const throttleBurst = wholeNumber('throttleBurst', node.tryGetContext('throttleBurst'))
  const uploadBytes = wholeNumber('uploadBytesPerDay', node.tryGetContext('uploadBytesPerDay'))
  const videoWorkers = wholeNumber('videoWorkers', node.tryGetContext('videoWorkers'))
  const given: unknown = node.tryGetContext('featureConcurrency')
  return {
    rateLimit: { ...(perWindow && { perWindow }), ...(perSecond && { perSecond }) },
    throttle: { perSecond: throttlePerSecond, burst: throttleBurst },
    ...(uploadBytes && { uploadBytesPerDay: uploadBytes }),
    ...(given !== undefined && { featureConcurrency: concurrencyIn(given) }),
    ...(videoWorkers && { videoWorkers }),
    ffmpegLayer: layerIn(node.tryGetContext('ffmpegLayer')),
    pageOrigins: originsIn(node.tryGetContext('pageOrigins')),
  }
}

function layerIn(given: unknown): string | undefined {
  if (given === undefined || given === '') return undefined
  const arn = String(given)
  if (/^arn:[\w-]+:lambda:[\w-]+:\d{12}:layer:[\w-]+:\d+$/.test(arn)) return arn
  throw new Error('ffmpegLayer must be the ARN of a version of a layer, arn:…:layer:name:1.')
}

/** @throws Error that names the setting and the rule; a wildcard would let any page use a URL that leaked */
function originsIn(given: unknown): string[] {
  if (given === undefined || given === '') return []
  const list = Array.isArray(given) ? given : String(given).split(',')
  return list.map((each) => {
    const origin = String(each).trim()
    const local = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin)
    if (local || (origin.startsWith('https://') && parseUrl(origin)?.origin === origin))
      return origin
    throw new Error(`pageOrigins must be origins such as https://studio.example, not "${origin}".`)
  })
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
