import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Failure } from '../../../catalog/failure.ts'
import { log } from '../../log.ts'
import type { ApiRequest } from '../http/api-request.ts'
import { failureResponse } from '../http/api-response.ts'
import {
  type Compress,
  type EncodedBody,
  encodedResponse,
  negotiateEncoding,
} from '../http/content-encoding.ts'
import { type LimitAnonymousDeps, limitAnonymous } from '../rate/limit-request.ts'
import type { Viewer } from './viewer-files.ts'

export type ShowDocsDeps = LimitAnonymousDeps & { viewer: Viewer; pack: Compress }

/** What is asked, and in which encodings the answer may come. */
export type DocsRequest = Pick<ApiRequest, 'path' | 'ip'> & { acceptEncoding: string | undefined }

/**
 * Answers `/docs` with the viewer's page and `/docs/<name>` with a file the page loads, compressed if the browser
 * takes that. Never throws: too many requests of one address and names of no file are refused in the interface's form.
 */
export async function showDocs(
  { path, ip, acceptEncoding }: DocsRequest,
  requestId: string,
  deps: ShowDocsDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  try {
    await limitAnonymous(ip, deps)
    const { page, files } = deps.viewer
    const file = path === '/docs' ? page : files.get(path.slice('/docs/'.length))
    if (!file) throw new Failure('NotFound')
    const packed = await deps.pack(file.bytes, negotiateEncoding(acceptEncoding))
    return fileResponse(packed, file === page ? PAGE_HEADERS : FILE_HEADERS, file.type, requestId)
  } catch (error) {
    if (error instanceof Failure) return failureResponse(error, requestId)
    log.error('The viewer could not be shown.', { path, error })
    return failureResponse(new Failure('InternalError'), requestId)
  }
}

/** The page runs its own files, asks its own origin and stands in nobody's frame. Its style sheet holds pictures. */
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

/** A file's name changes with its contents. */
const FILE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' }

function fileResponse(
  packed: EncodedBody,
  headers: Record<string, string>,
  type: string,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: 200,
    ...encodedResponse(packed, {
      ...headers,
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    }),
  }
}
