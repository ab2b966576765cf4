import { createCompressor, negotiateEncoding } from '../../http/content-encoding.ts'
import { openapiDocument } from './openapi-document.ts'
import type { Route } from './route.ts'

let json: Buffer | undefined
const pack = createCompressor()

/** The service's description of itself. It is the same for everybody, so made once, and packed once in each way. */
export const descriptionRoute: Route = {
  method: 'GET',
  path: '/openapi.json',
  open: true,
  answer: async ({ routes, request }) => {
    json ??= Buffer.from(JSON.stringify(openapiDocument(routes)))
    const document = await pack(json, negotiateEncoding(request.headers['accept-encoding']))
    return { document, headers: { 'cache-control': 'public, max-age=300' } }
  },
}
