import { expect, test } from 'vitest'
import {
  type ReplayDeps,
  type ReplayRequest,
  replayDeliveries,
} from '../../../../../functions/service/core/accounts/replay-deliveries.ts'

const ON = { endpointId: 'on' }

/** What becomes of deliveries that were found, in the second 70. Those of the event `claimed` are taken already. */
async function replayed(request: ReplayRequest, found: object[]) {
  const asked: unknown[] = []
  const sent: unknown[] = []
  const deliveries = found.map((each, nth) => ({
    account: 'a',
    eventId: `e-${nth}`,
    status: 'exhausted',
    attempt: 10,
    ...each,
  }))
  const answering =
    (name: string) =>
    async (...given: unknown[]) => {
      asked.push([name, ...given])
      return deliveries
    }
  const deps = {
    webhooks: {
      endpoints: async () => [
        { id: 'on', active: true },
        { id: 'off', active: false },
      ],
      deliveries: answering('deliveries'),
      deliveriesOf: answering('deliveriesOf'),
      replay: async ({ eventId }: { eventId: string }, attempt: number, now: number) => {
        asked.push(['replay', eventId, attempt, now])
        return eventId !== 'claimed'
      },
    },
    webhookQueue: { send: async (message: unknown) => void sent.push(message) },
    now: () => 70_999,
  } as unknown as ReplayDeps
  return { result: await replayDeliveries(request, deps), asked, sent }
}

test('each delivery is sent again, or it is told why it is not', async () => {
  const { result, asked, sent } = await replayed({ account: 'a', eventId: 'e' }, [
    { ...ON },
    { ...ON, attempt: 499 },
    { ...ON, attempt: 500 },
    { ...ON, attempt: 501 },
    { ...ON, eventId: 'claimed' },
    { ...ON, eventId: 'claimed' },
    { endpointId: 'off' },
    { endpointId: 'removed' },
  ])
  expect(result).toEqual({ begun: 2, wornOut: 2, underWay: 2, unheard: 2 })
  expect(asked).toEqual([
    ['deliveriesOf', 'a', 'e'],
    ['replay', 'e-0', 10, 70],
    ['replay', 'e-1', 499, 70],
    ['replay', 'claimed', 10, 70],
    ['replay', 'claimed', 10, 70],
  ])
  expect(sent).toEqual([
    { account: 'a', eventId: 'e-0', endpointId: 'on', attempt: 10 },
    { account: 'a', eventId: 'e-1', endpointId: 'on', attempt: 499 },
  ])
})

test('of all since a time only those are sent again that were given up', async () => {
  const found = ['exhausted', 'refused', 'pending', 'delivered'].map((status) => ({
    ...ON,
    status,
  }))
  const { result, asked } = await replayed({ account: 'a', failedSince: 7 }, found)
  expect(result).toEqual({ begun: 2, wornOut: 0, underWay: 0, unheard: 0 })
  expect(asked[0]).toEqual(['deliveries', 'a', 7])
})
