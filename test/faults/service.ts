import type { Feature, Stage } from '../../catalog/features/feature.ts'
import type { WorkStart } from '../../catalog/tasks/task-times.ts'
import {
  type Provider,
  ServiceFailure,
  type TaskStatus,
} from '../../functions/pipeline/core/ports/provider.ts'
import type { Dice } from './dice.ts'
import type { Invocation } from './invocation.ts'
import { PREPARED } from './text-pictures.ts'
import type { Timeline } from './timeline.ts'

/** One task of the simulated service; a failed one is never charged. */
export type SimulatedTask = {
  id: string
  key: string
  body: Record<string, unknown>
  feature: Feature
  stage: Stage
  status: 'running' | 'success' | 'error'
  endedAt: number
  workStart: WorkStart
  charged: boolean
  error?: string
  /** Its source URL had ended when work began. */
  late?: true
  people: number
  result?: string
}

export type ServiceOptions = {
  timeline: Timeline
  dice: Dice
  /** Whether the same Idempotency-Key gives the same task. */
  idempotent: boolean
  /** What a source URL gives now, as text. */
  open: (url: string) => string | undefined
  onEnd: (task: SimulatedTask) => void
}

/** A task service as the pipeline meets it: slow, late, forgetful, and billing every task it makes. */
export type SimulatedService = {
  tasks: SimulatedTask[]
  /** What a client must never do, seen from here. */
  complaints: string[]
  /** The service as one invocation reaches it. */
  provider(invocation: Invocation): Provider
  /** The bytes behind a result URL; undefined once it has expired. */
  openResult(url: string): string | undefined
}

const RESULT_URL_MS = 2 * 3_600_000
const STALE_MS = 5_000

export function newService(options: ServiceOptions): SimulatedService {
  const { timeline, dice, idempotent } = options
  const tasks: SimulatedTask[] = []
  const complaints: string[] = []
  const uploads: string[] = []

  const create = (
    feature: Feature,
    stage: Stage,
    body: Record<string, unknown>,
    key: string,
  ): string => {
    const earlier = idempotent && tasks.find((task) => task.key === key)
    if (earlier && unsigned(earlier.body) !== unsigned(body)) {
      complaints.push(`The key ${key} came again with another body.`)
      throw new ServiceFailure('TaskRefused', 'The service refused the request: 422')
    }
    if (earlier) {
      if (earlier.workStart === 'waiting') earlier.body = body
      return earlier.id
    }
    const task: SimulatedTask = {
      key,
      body,
      feature,
      stage,
      status: 'running',
      endedAt: 0,
      charged: false,
      people: 0,
      workStart: 'waiting',
      id: `task-${tasks.length}`,
    }
    tasks.push(task)
    work(task, {
      ...options,
      open: (from) => sourceOf(from, uploads, options),
    })
    return task.id
  }

  const status = (taskId: string, name: string): TaskStatus => {
    const task = tasks.find(({ id }) => id === taskId)
    if (!task) throw new ServiceFailure('TaskRefused', '400 InvalidTaskId')
    const stale = timeline.now() - task.endedAt < STALE_MS && dice.strikes('stale', name)
    if (task.status === 'running' || stale) {
      return { task_status: 'running', ...(idempotent && { workStart: task.workStart }) }
    }
    const charge = { units: task.charged ? 1 : 0 }
    if (task.status === 'error') return { task_status: 'error', error: task.error ?? null, charge }
    return { task_status: 'success', results: resultsOf(task, timeline.now()), charge }
  }

  return {
    tasks,
    complaints,
    provider: ({ name, call }) => ({
      idempotent,
      upload: ({ body }) =>
        call(
          'upload',
          async () => {
            const id = `upload-${uploads.length}`
            uploads.push(await textIn(body))
            return id
          },
          FAULTS,
        ),
      create: (feature, stage, body, key) =>
        call(`create ${stage}`, () => create(feature, stage, body, key), FAULTS),
      status: (_feature, stage, taskId) =>
        call(`status ${stage}`, () => status(taskId, name), FAULTS),
    }),
    openResult: (url) => {
      const { searchParams } = new URL(url)
      if (Number(searchParams.get('expires')) < timeline.now()) return undefined
      return tasks.find(({ id }) => id === searchParams.get('task'))?.result
    },
  }
}

const FAULTS = {
  far: 'service',
  refused: () =>
    new ServiceFailure('ServiceBusy', undefined, { noEffect: true, retryAfterSeconds: 20 }),
  lost: () => new ServiceFailure('ServiceUnreachable'),
} as const

/** A request without what differs where its URLs are signed anew. */
function unsigned(body: Record<string, unknown>): string {
  return JSON.stringify(body).replace(/expires=\d+(?:&n=\d+)?/g, '')
}

async function textIn(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function sourceOf(from: string, uploads: string[], { open }: ServiceOptions): string | undefined {
  return from.startsWith('upload-') ? uploads[Number(from.slice('upload-'.length))] : open(from)
}

/** Whether the URL of a request's source has ended. */
function hasEnded(body: Record<string, unknown>, now: number): boolean {
  const end = /[?&]expires=(\d+)/.exec(String(body['src_file_url']))?.[1]
  return end !== undefined && Number(end) < now
}

function work(task: SimulatedTask, options: ServiceOptions): void {
  const { timeline, dice, idempotent, open, onEnd } = options
  const { stage } = task
  const source = () => open(String(task.body['src_file_url'] ?? task.body['src_file_id']))
  timeline.setTimeout(
    () => {
      task.workStart = Math.floor(timeline.now() / 1000)
      const read = source()
      if (read === undefined) {
        if (hasEnded(task.body, timeline.now())) task.late = true
        return end('error', 'error_download_image')
      }
      if (dice.strikes('stuck', stage)) return
      timeline.setTimeout(
        () => {
          if (dice.strikes('taskError', stage)) return end('error', 'RUNTIME_ERROR')
          // It wants a closer crop of a face than any file of a run is before it was prepared.
          if (task.feature.name === 'skin-simulation' && !read.includes(PREPARED)) {
            return end('error', 'error_src_face_too_small')
          }
          task.people = dice.between('people', 0, 9) === 0 ? 0 : dice.between('how many', 1, 3)
          task.result = `${read}>${task.feature.name}:${String(task.body['index'] ?? '')}`
          end('success')
        },
        durationOf(stage, dice),
      )
    },
    // Only a service that says when the work began may take its time before it.
    idempotent && dice.strikes('late', 'service queue')
      ? dice.between('backlog', 1_000, 10_800_000)
      : dice.between('service queue', 0, 200),
  )

  const end = (status: 'success' | 'error', error?: string): void => {
    task.status = status
    task.endedAt = timeline.now()
    task.charged = status === 'success' && stage === 'effect'
    if (error) task.error = error
    onEnd(task)
  }
}

function durationOf(stage: Stage, dice: Dice): number {
  if (dice.strikes('instant', stage)) return 0
  if (dice.strikes('long', stage)) return dice.between('long task', 60_000, 7_200_000)
  return dice.between('task', 500, 40_000)
}

function resultsOf(
  { id, stage, people }: SimulatedTask,
  now: number,
): NonNullable<TaskStatus['results']> {
  if (stage === 'effect')
    return { url: `memory://service/?task=${id}&expires=${now + RESULT_URL_MS}` }
  const boxes = Array.from({ length: people }, (_, i) => ({
    left: 100 * i,
    top: 10,
    width: 50 + 10 * i,
    height: 100,
  }))
  return { result: boxes }
}
