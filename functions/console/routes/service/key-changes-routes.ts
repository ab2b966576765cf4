import type { AccountRow, KeyMade } from '../../../../catalog/console/service-wire.ts'
import {
  createKey,
  describeKey,
  findKey,
  grantUnits,
  rotateKey,
  type ServiceAdmin,
} from '../../../service/admin.ts'
import { type ConsoleRoute, route } from '../route.ts'
import type { ServiceChangeDeps } from './change-deps.ts'
import { inWords } from './in-words.ts'
import { SERVICE_CHANGES } from './service-changes.ts'
import { isoTime, requireService } from './service-deps.ts'

/** What is done to keys and units. */
export const KEY_CHANGES_ROUTES: readonly ConsoleRoute<ServiceChangeDeps>[] = [
  route({
    ...SERVICE_CHANGES.makeKey,
    handle: async ({ body }, deps: ServiceChangeDeps) => {
      const { account, name, limits, expiresAt } = body
      const service = requireService(deps)
      const { key, record } = await inWords(
        createKey({ account, name, limits, expiresAt: secondsOf(expiresAt) }, service),
      )
      const made: KeyMade = { id: describeKey(record, service.now()).id }
      return { json: made, shownOnce: { key } }
    },
  }),
  route({
    ...SERVICE_CHANGES.rotateKey,
    handle: async ({ at: { id = '' }, body: { keepHours } }, deps: ServiceChangeDeps) => {
      const service = requireService(deps)
      const former = await inWords(findKey(id, service))
      const keepUntil = Math.floor(service.now() / 1000 + keepHours * 3600)
      const { key, record, formerUntil } = await inWords(rotateKey({ former, keepUntil }, service))
      const made: KeyMade = {
        id: describeKey(record, service.now()).id,
        formerUntil: isoTime(formerUntil),
      }
      return { json: made, shownOnce: { key } }
    },
  }),
  route({
    ...SERVICE_CHANGES.disableKey,
    handle: ({ at: { id = '' } }, deps: ServiceChangeDeps) =>
      switched(id, false, requireService(deps)),
  }),
  route({
    ...SERVICE_CHANGES.enableKey,
    handle: ({ at: { id = '' } }, deps: ServiceChangeDeps) =>
      switched(id, true, requireService(deps)),
  }),
  route({
    ...SERVICE_CHANGES.grantUnits,
    handle: async ({ body }, deps: ServiceChangeDeps) => {
      const { account, units, reference, expiresAt } = body
      const wish = {
        account,
        units,
        expiresAt: secondsOf(expiresAt),
        ...(reference !== undefined && { reference }),
      }
      const balance = await inWords(grantUnits(wish, requireService(deps)))
      return { json: { account, ...balance } satisfies AccountRow }
    },
  }),
]

async function switched(id: string, active: boolean, service: ServiceAdmin) {
  const { hash } = await inWords(findKey(id, service))
  await service.keys.setActive(hash, active)
  return { json: { id, active } }
}

/** Epoch seconds of a time in ISO 8601. */
function secondsOf(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Math.floor(Date.parse(iso) / 1000)
}
