import { openapiDocument } from '../openapi/openapi-document.ts'
import type { Route } from '../route.ts'

let json: string | undefined

/** The service's description of itself. It is the same for everybody, so made once. */
export const descriptionRoute: Route = {
  method: 'GET',
  path: '/openapi.json',
  open: true,
  answer: ({ routes }) => {
    json ??= JSON.stringify(openapiDocument(routes))
    return { document: json, headers: { 'cache-control': 'public, max-age=300' } }
  },
}
