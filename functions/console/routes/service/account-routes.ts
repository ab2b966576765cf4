import type {
  AccountsAnswer,
  KeyRow,
  KeysAnswer,
  UnitsAnswer,
} from '../../../../catalog/console/service-wire.ts'
import { describeKey, type KeyRecord, requestsOf, uploadsOf } from '../../../service/admin.ts'
import { type ConsoleRoute, route } from '../route.ts'
import { isoTime, requireService, type ServiceDeps } from './service-deps.ts'
import { SERVICE } from './service-forms.ts'

const ENTRIES = 50

/** Accounts, their units and their keys. */
export const ACCOUNT_ROUTES: readonly ConsoleRoute<ServiceDeps>[] = [
  route({
    ...SERVICE.accounts,
    handle: async (_, deps: ServiceDeps) => {
      const service = requireService(deps)
      const names = [...new Set((await service.keys.list()).map(({ account }) => account))].sort()
      const accounts = await Promise.all(
        names.map(async (account) => ({
          account,
          ...(await service.units.balance(account, Math.floor(deps.now() / 1000))),
        })),
      )
      return { json: { accounts } satisfies AccountsAnswer }
    },
  }),
  route({
    ...SERVICE.units,
    handle: async ({ query: { account, before, limit = ENTRIES } }, deps: ServiceDeps) => {
      const { units } = requireService(deps)
      const now = Math.floor(deps.now() / 1000)
      const [balance, lots, { entries, next }] = await Promise.all([
        units.balance(account, now),
        units.usableGrants(account, now),
        units.history(account, limit, before),
      ])
      const answer: UnitsAnswer = {
        account,
        ...balance,
        lots: lots.map(({ id, granted, remaining, at, expiresAt }) => ({
          id,
          granted,
          remaining,
          at: isoTime(at),
          ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
        })),
        history: entries.map(({ at, action, units: change, target }) => ({
          at: isoTime(at),
          action,
          units: change,
          target,
        })),
        ...(next !== undefined && { next }),
      }
      return { json: answer }
    },
  }),
  route({
    ...SERVICE.keys,
    handle: async (_, deps: ServiceDeps) => {
      const service = requireService(deps)
      const keys = await service.keys.list()
      const accounts = [...new Set(keys.map(({ account }) => account))].sort()
      const answer: KeysAnswer = {
        keys: await Promise.all(keys.map((key) => keyRow(key, { ...service, now: deps.now }))),
        uploads: await Promise.all(
          accounts.map((account) => uploadsOf(account, { ...service, now: deps.now })),
        ),
      }
      return { json: answer }
    },
  }),
]

async function keyRow(
  record: KeyRecord,
  service: Parameters<typeof requestsOf>[1],
): Promise<KeyRow> {
  const { id, hint, account, name, state, createdAt, expiresAt } = describeKey(
    record,
    service.now(),
  )
  return {
    id,
    hint,
    account,
    name,
    state,
    createdAt: isoTime(createdAt),
    ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
    requests: await requestsOf(record, service),
  }
}
