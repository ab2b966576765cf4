import { docsPage } from '../openapi/docs-page.ts'
import { openapiDocument } from '../openapi/openapi-document.ts'
import type { Route } from '../route.ts'

let json: string | undefined
let page: string | undefined

/** The service's description of itself: for programs, and for people. Both are the same for everybody, so made once. */
export const descriptionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/openapi.json',
    open: true,
    answer: ({ routes }) => {
      json ??= JSON.stringify(openapiDocument(routes))
      return { document: json, headers: { 'cache-control': 'public, max-age=300' } }
    },
  },
  {
    method: 'GET',
    path: '/docs',
    open: true,
    answer: ({ routes }) => {
      page ??= docsPage(openapiDocument(routes))
      return { document: page, headers: PAGE_HEADERS }
    },
  },
]

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=300',
  // The page needs nothing but its own style, and nobody's page needs it in a frame.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}
