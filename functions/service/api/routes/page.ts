import { createHash } from 'node:crypto'
import { Failure } from '../../../../catalog/failures/failure.ts'
import type { ApiRequest } from '../../core/http/api-request.ts'
import { createPageSizeParser } from '../../core/http/page-size.ts'
import type { JsonSchema } from './json-schema.ts'

const MAX_PAGE_SIZE = 20
const pageSizeOf = createPageSizeParser(MAX_PAGE_SIZE, MAX_PAGE_SIZE)

/** The query parameters of a list, for the OpenAPI document. */
export const PAGE_QUERY: JsonSchema = {
  type: 'object',
  properties: {
    page_size: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE },
    starting_token: { type: 'string', description: 'The `next_token` of the page before.' },
  },
}

/** One page of a list, and the token of the next page; null on the last. */
export type Page<T> = { items: T[]; nextToken: string | null }

/**
 * The page of a list that a query selects by `page_size` (1–20, 20 by default) and `starting_token`. A token is a hash
 * of the list's name and the first item of the page. So an invented token matches no item, and a token that was issued
 * before the list grew still leads to its item. Throws `InvalidParameters`.
 */
export function paginate<T>(
  list: readonly T[],
  idOf: (item: T) => string,
  { list: name, query }: Pick<ApiRequest, 'query'> & { list: string },
): Page<T> {
  const size = pageSizeOf(query['page_size'])
  const token = query['starting_token']
  const tokenOf = (item: T): string =>
    createHash('sha256')
      .update(`${name} ${idOf(item)}`)
      .digest('base64url')
  const start = token === undefined ? 0 : list.findIndex((item) => tokenOf(item) === token)
  if (start < 0) {
    throw new Failure('InvalidParameters', "starting_token doesn't match the required format.")
  }
  const next = list[start + size]
  return { items: list.slice(start, start + size), nextToken: next ? tokenOf(next) : null }
}
