import {
  MAX_HISTORY_ENTRIES,
  readCredit,
  readCreditHistory,
} from '../../core/accounts/read-credit.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Route } from './route.ts'

const PATH = '/s2s/v1.0/client/credit'

const integer: JsonSchema = { type: 'integer' }
const number: JsonSchema = { type: 'number' }
const text: JsonSchema = { type: 'string' }
function object(properties: Record<string, JsonSchema>): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
  }
}
function listOf(properties: Record<string, JsonSchema>): JsonSchema {
  return {
    type: 'array',
    items: object(properties),
  }
}

/** The credit of an account: its usable grants, and the history of its units. */
export const creditRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: PATH,
    unknownKeyFailure: 'InvalidAccessToken',
    operation: {
      id: 'readCredit',
      tag: 'Units',
      summary:
        'The units the account can use, by lot: the nearest expiry is used first. ' +
        'Units set aside for running tasks are not among them.',
      response: {
        results: listOf({
          id: integer,
          type: { enum: ['ApiSubsToken', 'ApiPaygToken'] },
          amount: integer,
          amount_dec: number,
          expiry: { type: 'integer', description: 'Milliseconds since 1970.' },
        }),
      },
      failures: [],
    },
    handle: async ({ account }, deps) => ({ json: { results: await readCredit(account, deps) } }),
  },
  {
    method: 'GET',
    path: `${PATH}/history`,
    unknownKeyFailure: 'InvalidAccessToken',
    operation: {
      id: 'readCreditHistory',
      tag: 'Units',
      summary: 'What was granted, charged and lost by expiry, newest first.',
      query: {
        type: 'object',
        properties: {
          page_size: { type: 'integer', minimum: 1, maximum: MAX_HISTORY_ENTRIES, default: 20 },
          starting_token: { type: 'string', description: 'The `next_token` of the page before.' },
        },
      },
      response: {
        result: object({
          next_token: { type: ['string', 'null'] },
          history: listOf({
            id: integer,
            timestamp: { type: 'integer', description: 'Milliseconds since 1970.' },
            action: { enum: ['grant', 'charge', 'expire'] },
            target_id: text,
            info: object({
              credits: listOf({ id: integer, amount: integer, amount_dec: number }),
              dst_actions: { type: 'array', items: text },
            }),
          }),
        }),
      },
      failures: ['InvalidParameters'],
    },
    handle: async ({ account, request }, deps) => ({
      json: { result: await readCreditHistory(account, request.query, deps) },
    }),
  },
]
