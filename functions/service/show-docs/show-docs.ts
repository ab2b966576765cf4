import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Failure } from '../../../catalog/failure.ts'
import { log } from '../../log.ts'
import type { ApiRequest } from '../api/api-request.ts'
import { failureResponse } from '../api/api-response.ts'
import { encodingFor, type Pack, type Packed, packedBody } from '../pack.ts'
import { type LimitOpenDeps, limitOpen } from '../rate/limit-open.ts'
import type { Viewer } from './viewer-files.ts'

export type ShowDocsDeps = LimitOpenDeps & { viewer: Viewer; pack: Pack }

/** What is asked, and in which encodings the answer may come. */
export type Asked = Pick<ApiRequest, 'path' | 'ip'> & { acceptEncoding: string | undefined }

/**
 * Answers `/docs` with the viewer's page and `/docs/<name>` with a file the page loads, compressed if the browser
 * takes that. Never throws: too many requests of one address and names of no file are refused in the interface's form.
 */
export const showDocs = async (
  { path, ip, acceptEncoding }: Asked,
  requestId: string,
  deps: ShowDocsDeps,
): Promise<APIGatewayProxyStructuredResultV2> => {
  try {
    await limitOpen(ip, deps)
    const { page, files } = deps.viewer
    const file = path === '/docs' ? page : files.get(path.slice('/docs/'.length))
    if (!file) throw new Failure('NotFound')
    const packed = await deps.pack(file.bytes, encodingFor(acceptEncoding))
    return answer(packed, file === page ? PAGE_HEADERS : FILE_HEADERS, file.type, requestId)
  } catch (error) {
    if (error instanceof Failure) return failureResponse(error, requestId)
    log.error('The viewer could not be shown.', { path, error })
    return failureResponse(new Failure('InternalError'), requestId)
  }
}

/** The page runs its own files, asks its own origin and stands in nobody's frame. Its style sheet holds pictures. */
const POLICY = [
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
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** A file's name changes with its contents. */
const FILE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' }

const answer = (
  packed: Packed,
  headers: Record<string, string>,
  type: string,
  requestId: string,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 200,
  ...packedBody(packed, {
    ...headers,
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  }),
})
