import { afterAll, beforeAll, describe } from 'vitest'
import { dynamoWebhookStore } from '../../../functions/service/core/adapters/dynamo/dynamo-webhook-store.ts'
import type { Delivery } from '../../../functions/service/core/model/delivery.ts'
import type { Endpoint } from '../../../functions/service/core/model/endpoint.ts'
import { sampled } from '../../setup/sampled.ts'
import { type OpenDatabase, openDatabase } from '../pipeline/open-database.ts'
import { CARRIED_OUT_FIRST } from './inject-fault.ts'
import { testRepeats } from './test-repeats.ts'

const faults = sampled(1, CARRIED_OUT_FIRST)

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openDatabase()
})
afterAll(() => opened.close())
const database = () => opened

const endpoint: Endpoint = {
  id: 'e',
  account: 'a',
  url: 'https://example.com/hook',
  secrets: ['whsec_old'],
  active: true,
  createdAt: 1,
}
const delivery: Delivery = {
  account: 'a',
  eventId: 'evt',
  endpointId: 'e',
  body: '{}',
  status: 'pending',
  attempt: 0,
  dueAt: 5,
  attempts: [],
  createdAt: 1,
  expiresAt: 99,
}
const made = { at: 6_000, status: 500, ms: 3 }

describe('webhooks', () => {
  testRepeats({
    faults,
    database,
    keys: ['owner', 'entry'],
    indexes: { pending: ['pending', 'dueAt', 'N'] },
    open: dynamoWebhookStore,
    observe: async (hooks) => ({
      endpoints: await hooks.endpoints('a'),
      deliveries: await hooks.deliveries('a', 0),
    }),
    operations: [
      { name: 'put an endpoint', act: (hooks) => hooks.putEndpoint(endpoint) },
      {
        name: 'replace its secrets',
        before: (hooks) => hooks.putEndpoint(endpoint),
        act: (hooks) => hooks.replaceSecrets(endpoint, { secrets: ['whsec_new'], retiring: [] }),
      },
      {
        name: 'disable it',
        before: (hooks) => hooks.putEndpoint(endpoint),
        act: (hooks) => hooks.disableEndpoint('a', 'e', { reason: 'gone', at: 9 }),
      },
      {
        name: 'remove it',
        before: (hooks) => hooks.putEndpoint(endpoint),
        act: (hooks) => hooks.removeEndpoint('a', 'e'),
      },
      {
        name: 'end its failures',
        before: async (hooks) => {
          await hooks.putEndpoint(endpoint)
          await hooks.recordFailure('a', 'e', 7)
        },
        act: (hooks) => hooks.recordSuccess('a', 'e'),
      },
      { name: 'create a delivery', act: (hooks) => hooks.createDelivery(delivery) },
      {
        name: 'claim it',
        before: (hooks) => hooks.createDelivery(delivery),
        act: (hooks) => hooks.claim(delivery, 0, 6, 66),
      },
      {
        name: 'record its attempt',
        before: (hooks) => hooks.createDelivery(delivery),
        act: (hooks) => hooks.record(delivery, 0, made, { status: 'exhausted', dueAt: 5 }),
      },
      {
        name: 'refuse it',
        before: (hooks) => hooks.createDelivery(delivery),
        act: (hooks) => hooks.refuse(delivery),
      },
      {
        name: 'replay it',
        before: async (hooks) => {
          await hooks.createDelivery(delivery)
          await hooks.refuse(delivery)
        },
        act: (hooks) => hooks.replay(delivery, 0, 50),
      },
    ],
  })
})
