import { FetchRefused } from '../../functions/fetch/fetch-refused.ts'
import type { guardedFetch } from '../../functions/fetch/guarded-fetch.ts'
import type { DeliveryMessage } from '../../functions/service/core/model/delivery.ts'
import type { Task } from '../../functions/service/core/model/task.ts'
import { announceTaskEnd } from '../../functions/service/core/tasks/announce-task-end.ts'
import { sendWebhook } from '../../functions/service/send-webhook/send-webhook.ts'
import { signWebhook } from '../../functions/webhook/sign-webhook.ts'
import type { Dice } from './dice.ts'
import { memoryWebhooks } from './ports/memory-webhooks.ts'
import { newQueue } from './queue.ts'
import type { SimulatedTask } from './service.ts'
import type { Timeline } from './timeline.ts'

export type Headers = Record<string, string>

export type AnnouncerOptions = {
  timeline: Timeline
  dice: Dice
  /** Hands a webhook to the pipeline's gateway; the status it answers with. */
  post: (headers: Headers, body: Uint8Array) => Promise<number>
}

export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

/** The service's own announcing and sending of webhooks, over a network that loses and repeats. */
export function newAnnouncer({ timeline, dice, post }: AnnouncerOptions) {
  /** The `webhook-id`s each body was sent with. */
  const ids = new Map<string, Set<string>>()
  const webhooks = memoryWebhooks({
    id: 'endpoint',
    account: 'account',
    url: 'https://pipeline.example/webhook',
    secrets: [WEBHOOK_SECRET],
    active: true,
    createdAt: 0,
  })
  const webhookQueue = {
    send: async (message: DeliveryMessage, delaySeconds = 0) =>
      queue.send(JSON.stringify(message), delaySeconds),
  }

  const deliver = async (headers: Headers, body: Uint8Array): Promise<number> => {
    const text = Buffer.from(body).toString('utf8')
    ids.set(text, (ids.get(text) ?? new Set()).add(headers['webhook-id'] ?? ''))
    await timeline.pause(dice.between('webhook travels', 5, 300))
    if (dice.strikes('dropped', 'webhook')) throw new FetchRefused('network', 'nobody there')
    if (dice.strikes('twice', 'webhook')) void post(headers, body)
    return post(headers, body)
  }

  const fetch: typeof guardedFetch = async (_url, { headers = {}, body = new Uint8Array() }) => ({
    status: await deliver(headers, body),
    headers: {},
    bytes: new Uint8Array(),
  })

  const send = async (body: string): Promise<boolean> => {
    const message = JSON.parse(body) as DeliveryMessage
    const deps = { webhooks, webhookQueue, fetch, now: timeline.now, random: () => 0.5 }
    await sendWebhook(message, deps)
    return true
  }
  const queue = newQueue(
    { name: 'webhooks', visibilityMs: 60_000, attempts: 5, work: send },
    { timeline, dice },
  )

  /** A webhook that says the opposite of the truth some time after it, with a good signature. */
  const contradict = async (task: SimulatedTask): Promise<void> => {
    await timeline.pause(dice.between('contradiction', 0, 60_000))
    const status = task.status === 'success' ? 'error' : 'success'
    const body = Buffer.from(bodyOf(task.id, status))
    const timestamp = Math.floor(timeline.now() / 1000)
    const id = `contradiction-${task.id}`
    await post(signWebhook({ id, timestamp, body, secrets: [WEBHOOK_SECRET] }), body)
  }

  return {
    ids,
    ended: async (task: SimulatedTask): Promise<void> => {
      await announceTaskEnd(asStored(task), { webhooks, webhookQueue, now: timeline.now })
      if (dice.strikes('contradiction', 'webhook')) await contradict(task)
    },
  }
}

function bodyOf(taskId: string, status: string): string {
  return JSON.stringify({ data: { task_id: taskId, task_status: status } })
}

function asStored({ id, feature, stage, status, endedAt }: SimulatedTask): Task {
  return {
    id,
    stage,
    status,
    account: 'account',
    feature: feature.name,
    parameters: {},
    units: 1,
    createdAt: 0,
    expiresAt: 0,
    finishedAt: Math.floor(endedAt / 1000),
    files: { src: { url: 'https://example.com' } },
  }
}
