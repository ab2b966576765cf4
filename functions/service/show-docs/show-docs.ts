import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Failure } from '../../../catalog/failures/failure.ts'
import { log } from '../../log.ts'
import type { ApiRequest } from '../core/http/api-request.ts'
import { failureResponse } from '../core/http/api-response.ts'
import {
  type Compress,
  type EncodedBody,
  encodedResponse,
  negotiateEncoding,
} from '../core/http/content-encoding.ts'
import { type LimitAnonymousDeps, limitAnonymous } from '../core/rate/limit-request.ts'
import type { Viewer, ViewerFile } from './viewer-files.ts'

export type ShowDocsDeps = LimitAnonymousDeps & { viewer: Viewer; compress: Compress }

/** The requested path, the client's address and the content encodings it accepts. */
export type DocsRequest = Pick<ApiRequest, 'path' | 'ip'> & { acceptEncoding: string | undefined }

/**
 * Serves the start page at `/`, the page of the viewer at `/docs` and the files it loads at `/docs/<name>`, compressed
 * if the browser accepts it. Never throws: too many requests from one address and unknown names get the failure
 * response of the API.
 */
export async function showDocs(
  { path, ip, acceptEncoding }: DocsRequest,
  requestId: string,
  deps: ShowDocsDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  try {
    await limitAnonymous(ip, deps)
    const { start, page, files } = deps.viewer
    const pages: Record<string, ViewerFile> = { '/': start, '/docs': page }
    const file = pages[path] ?? files.get(path.slice('/docs/'.length))
    if (!file) throw new Failure('NotFound')
    const body = await deps.compress(file.bytes, negotiateEncoding(acceptEncoding))
    return fileResponse(body, path in pages ? PAGE_HEADERS : FILE_HEADERS, file.type, requestId)
  } catch (error) {
    if (error instanceof Failure) return failureResponse(error, requestId)
    log.error('The viewer could not be shown.', { path, error })
    return failureResponse(new Failure('InternalError'), requestId)
  }
}

/**
 * The page loads scripts and styles from its own origin only, calls only its own origin, and cannot be framed. `data:`
 * covers the images in its style sheet.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'cache-control': 'public, max-age=300',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** Cached for ever: the name of a file changes with its contents. */
const FILE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' }

function fileResponse(
  body: EncodedBody,
  headers: Record<string, string>,
  type: string,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: 200,
    ...encodedResponse(body, {
      ...headers,
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    }),
  }
}
