import type {
  DeliveriesAnswer,
  DeliveryRow,
  EndpointsAnswer,
  TaskRow,
  TasksAnswer,
} from '../../../../catalog/console/service-wire.ts'
import { placeOfTask } from '../../../operate/tasks/place-of-task.ts'
import { recentDeliveries } from '../../../operate/webhooks/recent-deliveries.ts'
import { redact } from '../../../redact.ts'
import {
  chargeOf,
  type Delivery,
  describeEndpoint,
  type Endpoint,
  eventIdOf,
  type Task,
} from '../../../service/admin.ts'
import { type ConsoleRoute, route } from '../route.ts'
import { taskCursor, taskCursorOf } from './fields.ts'
import { requireTask } from './require-task.ts'
import { isoTime, requireService, type ServiceDeps } from './service-deps.ts'
import { SERVICE } from './service-forms.ts'

const ROWS = 50
/** Each is a query of its own. */
const TOLD_TASKS = 25
/** Deliveries that were given up are listed by when that was; a cursor is that second. */
const SECOND = /^\d{1,12}$/

/** Tasks, who hears of their ends, and what they were told. */
export const TASK_ROUTES: readonly ConsoleRoute<ServiceDeps>[] = [
  route({
    ...SERVICE.tasks,
    handle: async ({ query: { account, status, before, limit = ROWS } }, deps: ServiceDeps) => {
      const { tasks } = requireService(deps)
      const found = await tasks.list(
        account,
        limit,
        status,
        before ? taskCursorOf(before) : undefined,
      )
      const last = found.at(-1)
      const answer: TasksAnswer = {
        tasks: found.map(taskRow),
        ...(found.length === limit && last && { next: taskCursor(last) }),
      }
      return { json: answer }
    },
  }),
  route({
    ...SERVICE.task,
    handle: async ({ at: { id = '' } }, deps: ServiceDeps) => {
      const service = requireService(deps)
      const task = await requireTask(id, service)
      const place = await placeOfTask({ tasks: service.tasks, now: deps.now }, task)
      // Source URLs are often signed: whoever has them has the file.
      const answer = { task: redact(task), event: eventIdOf(id), charge: chargeOf(task) }
      return { json: { ...answer, ...(place && { place }) } }
    },
  }),
  route({
    ...SERVICE.webhooks,
    handle: async ({ query: { account } }, deps: ServiceDeps) => {
      const found = await requireService(deps).webhooks.endpoints(account)
      const answer: EndpointsAnswer = { endpoints: found.map(endpointRow) }
      return { json: answer }
    },
  }),
  route({
    ...SERVICE.deliveries,
    handle: async ({ query: { account, failed, before, limit } }, deps: ServiceDeps) => {
      const service = requireService(deps)
      if (failed === undefined) {
        const page = { limit: limit ?? TOLD_TASKS, before: taskCursorOf(before ?? '') }
        const told = await recentDeliveries(account, page, service)
        const last = told.at(-1)
        return {
          json: {
            // A task that was created earlier may have ended later.
            deliveries: told
              .flatMap(({ feature, deliveries }) =>
                deliveries.map((delivery) => ({ ...deliveryRow(delivery), feature })),
              )
              .sort((one, other) => other.createdAt.localeCompare(one.createdAt)),
            ...(told.length === page.limit && last && { next: taskCursor(last) }),
          } satisfies DeliveriesAnswer,
        }
      }
      const most = limit ?? ROWS
      const until = SECOND.test(before ?? '') ? Number(before) : Math.floor(deps.now() / 1000)
      const found = await service.webhooks.failedDeliveries(account, {
        since: 0,
        before: until,
        limit: most,
      })
      const last = found.at(-1)
      return {
        json: {
          deliveries: found.map(deliveryRow),
          ...(found.length === most && last && { next: String(last.dueAt - 1) }),
        } satisfies DeliveriesAnswer,
      }
    },
  }),
]

function taskRow(
  task: Pick<Task, 'id' | 'feature' | 'stage' | 'status' | 'units' | 'createdAt'> &
    Partial<Pick<Task, 'error' | 'finishedAt' | 'deletedAt'>>,
): TaskRow {
  const { id, feature, stage, status, units, createdAt, finishedAt, error, deletedAt } = task
  return {
    id,
    feature,
    stage,
    status,
    // Of one that failed nothing was charged; the record has what was set aside for it.
    units: status === 'error' ? 0 : units,
    createdAt: isoTime(createdAt),
    ...(finishedAt !== undefined && { finishedAt: isoTime(finishedAt) }),
    ...(error !== undefined && { error }),
    ...(deletedAt !== undefined && { deletedAt: isoTime(deletedAt) }),
  }
}

function endpointRow(endpoint: Endpoint): EndpointsAnswer['endpoints'][number] {
  const { id, url, active, only, purpose, createdAt, failures, ...since } =
    describeEndpoint(endpoint)
  const { failingSince, inactiveSince, inactiveReason } = since
  return {
    id,
    account: endpoint.account,
    url,
    active,
    ...only,
    pipeline: purpose === 'pipeline',
    createdAt: isoTime(createdAt),
    ...(failures !== undefined && { failures }),
    ...(failingSince !== undefined && { failingSince: isoTime(failingSince) }),
    ...(inactiveReason !== undefined && { inactiveReason }),
    ...(inactiveSince !== undefined && { inactiveSince: isoTime(inactiveSince) }),
  }
}

function deliveryRow(delivery: Delivery): DeliveryRow {
  const { eventId, endpointId, status, createdAt, dueAt, attempts } = delivery
  return {
    event: eventId,
    endpoint: endpointId,
    status,
    createdAt: isoTime(createdAt),
    ...(status === 'pending' && { dueAt: isoTime(dueAt) }),
    attempts: attempts.map(({ at, ...made }) => ({ at: new Date(at).toISOString(), ...made })),
  }
}
