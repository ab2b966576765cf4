import { createCompressor, negotiateEncoding } from '../../core/http/content-encoding.ts'
import { openapiDocument } from './openapi-document.ts'
import type { Route } from './route.ts'

/**
 * The route that serves the OpenAPI document of `routes`. The document is the same for every client, so it is made once
 * and compressed once in each encoding.
 */
export function descriptionRoute(routes: readonly Route[]): Route {
  const compress = createCompressor()
  let json: Buffer | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    anonymous: true,
    handle: async ({ request }) => {
      json ??= Buffer.from(JSON.stringify(openapiDocument(routes)))
      const document = await compress(json, negotiateEncoding(request.headers['accept-encoding']))
      return { document, headers: { 'cache-control': 'public, max-age=300' } }
    },
  }
}
