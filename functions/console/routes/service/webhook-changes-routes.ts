import type { EndpointMade, ReplayAnswer } from '../../../../catalog/console/service-wire.ts'
import { Failure } from '../../../../catalog/failures/failure.ts'
import {
  deleteTask,
  loopbackOrigin,
  registerWebhook,
  replayDeliveries,
  rotateSecret,
  type ServiceAdmin,
} from '../../../service/admin.ts'
import { type ConsoleRoute, route } from '../route.ts'
import type { ServiceChangeDeps } from './change-deps.ts'
import { inWords } from './in-words.ts'
import { requireTask } from './require-task.ts'
import { SERVICE_CHANGES } from './service-changes.ts'
import { isoTime, requireService } from './service-deps.ts'

type At = Readonly<Record<string, string>>

/** What is done to endpoints, deliveries and tasks. */
export const WEBHOOK_CHANGES_ROUTES: readonly ConsoleRoute<ServiceChangeDeps>[] = [
  route({
    ...SERVICE_CHANGES.addWebhook,
    handle: async ({ body }, deps: ServiceChangeDeps) => {
      const { account, url, features, keys } = body
      const service = requireService(deps)
      await refusePipelines(account, url, service)
      const origin = service.local ? loopbackOrigin(url) : undefined
      const wish = {
        account,
        url,
        only: { ...(features && { features }), ...(keys && { keys }) },
        ...(origin !== undefined && { allowLoopbackOrigin: origin }),
      }
      const { endpoint, secret } = await inWords(registerWebhook(wish, service))
      return { json: { id: endpoint.id } satisfies EndpointMade, shownOnce: { secret } }
    },
  }),
  route({
    ...SERVICE_CHANGES.rotateWebhook,
    handle: async ({ at }, deps: ServiceChangeDeps) => {
      const service = requireService(deps)
      const { account, id } = await requireEndpoint(at, service)
      const { secret, formerUntil } = await inWords(
        rotateSecret({ account, endpointId: id }, service),
      )
      const made: EndpointMade = { id, formerUntil: isoTime(formerUntil) }
      return { json: made, shownOnce: { secret } }
    },
  }),
  route({
    ...SERVICE_CHANGES.disableWebhook,
    handle: async ({ at, session }, deps: ServiceChangeDeps) => {
      const service = requireService(deps)
      const { account, id } = await requireEndpoint(at, service)
      const reason = `${session.who} switched it off in the console.`
      const off = { reason, at: Math.floor(service.now() / 1000) }
      await service.webhooks.disableEndpoint(account, id, off)
      return { json: { id, active: false } }
    },
  }),
  route({
    ...SERVICE_CHANGES.enableWebhook,
    handle: async ({ at }, deps: ServiceChangeDeps) => {
      const service = requireService(deps)
      const { account, id } = await requireEndpoint(at, service)
      await service.webhooks.enableEndpoint(account, id)
      return { json: { id, active: true } }
    },
  }),
  route({
    ...SERVICE_CHANGES.removeWebhook,
    handle: async ({ at }, deps: ServiceChangeDeps) => {
      const service = requireService(deps)
      const { account, id } = await requireEndpoint(at, service)
      await service.webhooks.removeEndpoint(account, id)
      return { json: { id, removed: true } }
    },
  }),
  route({
    ...SERVICE_CHANGES.replay,
    handle: async ({ body: { account, events } }, deps: ServiceChangeDeps) => {
      const service = requireService(deps)
      const sum: ReplayAnswer = { begun: 0, underWay: 0, unheard: 0, wornOut: 0 }
      for (const eventId of new Set(events)) {
        const replayed = await replayDeliveries({ account, eventId }, service)
        for (const name of Object.keys(sum) as (keyof ReplayAnswer)[]) sum[name] += replayed[name]
      }
      if (Object.values(sum).every((count) => count === 0)) {
        throw new Failure('NotFound', `The account ${account} was told of none of these events.`)
      }
      return { json: sum }
    },
  }),
  route({
    ...SERVICE_CHANGES.deleteTask,
    handle: async ({ at: { id = '' } }, deps: ServiceChangeDeps) => {
      const service = requireService(deps)
      const { account } = await requireTask(id, service)
      await deleteTask(account, { task_id: id }, service)
      return { json: { id, deleted: true } }
    },
  }),
]

/**
 * Adding an endpoint again gives it another secret at once, which the pipeline would not know.
 * @throws Failure StateConflict
 */
async function refusePipelines(
  account: string,
  url: string,
  { webhooks }: ServiceAdmin,
): Promise<void> {
  const same = URL.parse(url)?.href
  const endpoints = await webhooks.endpoints(account)
  if (!endpoints.some((one) => one.purpose === 'pipeline' && one.url === same)) return
  throw new Failure(
    'StateConflict',
    'The pipeline listens there already; `darkroom connect` keeps it.',
  )
}

/** @throws Failure NotFound */
async function requireEndpoint({ account = '', id = '' }: At, { webhooks }: ServiceAdmin) {
  const endpoint = await webhooks.endpoint(account, id)
  if (endpoint) return endpoint
  throw new Failure('NotFound', `The account ${account} has no endpoint ${id}.`)
}
