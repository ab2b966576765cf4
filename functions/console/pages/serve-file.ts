import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { isOwnNavigation } from '../http/require-own-page.ts'
import type { ConsoleFile, ConsoleFiles } from './console-files.ts'

export type ServeFileDeps = {
  files: () => ConsoleFiles
  /** Origins of the two buckets, whose pictures the page shows and into which it uploads. */
  bucketOrigins: readonly string[]
}

const ASSETS = '/console/assets/'
const CAMERA = '/console/camera'

/**
 * Serves the page at every path of its own, the camera's document, and the files they load. They are for everybody and
 * hold nothing.
 */
export function serveFile(
  request: ConsoleRequest,
  requestId: string,
  { files, bucketOrigins }: ServeFileDeps,
): APIGatewayProxyStructuredResultV2 {
  const { path, method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return notFound(requestId)
  const { page, camera, assets } = files()
  const brotli = /\bbr\b/.test(headers['accept-encoding'] ?? '')
  if (path.startsWith(ASSETS)) {
    const asset = assets.get(path.slice(ASSETS.length))
    if (!asset) return notFound(requestId)
    return answer(asset, brotli, {
      ...SHARED,
      'cache-control': FOR_EVER,
      'x-request-id': requestId,
    })
  }
  if (path === '/' || path === '/console') {
    return { statusCode: 308, headers: { location: '/console/', 'x-request-id': requestId } }
  }
  if (!path.startsWith('/console/')) return notFound(requestId)
  // A link from another site opens the page without what is behind its path: sign-in, never an action.
  const start = isOwnNavigation(headers) || path === '/console/'
  if (!start)
    return { statusCode: 303, headers: { location: '/console/', 'x-request-id': requestId } }
  const isCamera = path === CAMERA
  return answer(isCamera ? camera : page, brotli, {
    ...SHARED,
    // No other document of the console may use it.
    ...(isCamera && { 'permissions-policy': 'camera=(self), microphone=(), geolocation=()' }),
    'cache-control': 'no-store',
    'content-security-policy': policy(bucketOrigins),
    'x-request-id': requestId,
  })
}

const FOR_EVER = 'public, max-age=31536000, immutable'

const SHARED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

function policy(buckets: readonly string[]): string {
  const own = ["'self'", ...buckets].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${own} blob:`,
    `media-src ${own} blob:`,
    `connect-src ${own}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function answer(
  { bytes, brotli: packed, type }: ConsoleFile,
  brotli: boolean,
  headers: Record<string, string>,
): APIGatewayProxyStructuredResultV2 {
  const body = brotli && packed ? packed : bytes
  return {
    statusCode: 200,
    headers: {
      ...headers,
      'content-type': type,
      vary: 'accept-encoding',
      ...(body === packed && { 'content-encoding': 'br' }),
    },
    body: body.toString('base64'),
    isBase64Encoded: true,
  }
}

function notFound(requestId: string): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: 404,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: '{"error":"There is nothing at this path.","error_code":"NotFound"}',
  }
}
