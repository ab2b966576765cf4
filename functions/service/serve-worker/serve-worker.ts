import * as z from 'zod/mini'
import { GENERATION } from '../../../catalog/generator/generation.ts'
import { EXTENSION, HOLDING, MODELS, OUTCOME, SECONDS, SIZE } from '../core/broker/ask.ts'
import { type EndTaskDeps, endTask } from '../core/broker/end-task.ts'
import { type PlaceResultDeps, placeResult } from '../core/broker/place-result.ts'
import { renewLease } from '../core/broker/renew-lease.ts'
import { serve, served } from '../core/broker/serve.ts'
import type { ListModels, TaskBroker } from '../core/ports/broker.ts'
import { type BeginTaskDeps, beginTask } from './begin-task.ts'
import { giveWay } from './give-way.ts'
import { lowerUnits } from './lower-units.ts'
import { type PlaceSharedDeps, placeShared } from './place-shared.ts'
import { putOffTask } from './put-off-task.ts'
import { releaseTask } from './release-task.ts'
import { type ShareTaskDeps, shareTask } from './share-task.ts'

export type ServeWorkerDeps = BeginTaskDeps &
  EndTaskDeps &
  PlaceResultDeps &
  PlaceSharedDeps &
  ShareTaskDeps & {
    /** The most dollars that generators may cost for one task. @default 0 */
    dollarsPerTask?: number | undefined
    /** @default there are none */
    models?: ListModels | undefined
  }

/** Workers of one video. */
const MOST_SEGMENTS = 100

const COUNT = z.int().check(z.gte(0), z.lte(1e9))
const MILLISECONDS = z.number().check(z.gte(0), z.lte(1e14))
const NTH = z.int().check(z.gte(0), z.lte(1000))
const TICKET = z.string().check(z.minLength(1), z.maxLength(2000))
const HELD = z.strictObject(HOLDING)

const PROGRESS = z.strictObject({
  done: COUNT,
  total: COUNT,
  since: MILLISECONDS,
  at: MILLISECONDS,
})

const SIZES = z.strictObject({
  surveys: z.array(SIZE).check(z.maxLength(MOST_SEGMENTS)),
  inputs: z.record(z.string(), z.array(SIZE)),
})

const WORK = z.strictObject({
  count: z.int().check(z.gte(2), z.lte(MOST_SEGMENTS)),
  frames: COUNT,
  before: COUNT,
  since: MILLISECONDS,
  surveyed: z.optional(SECONDS),
  note: z.optional(z.string().check(z.maxLength(1000))),
  models: z.optional(MODELS),
})

type Verbs = {
  [Verb in keyof TaskBroker]: (ask: unknown, deps: ServeWorkerDeps) => ReturnType<TaskBroker[Verb]>
}

const VERBS: Verbs = {
  begin: served(HELD, beginTask),
  renew: served(HELD, renewLease),
  release: served(HELD, releaseTask),
  giveWay: served(HELD, giveWay),
  putOff: served(HELD, putOffTask),
  listModels: served(
    z.strictObject({}),
    async (_, { models }: ServeWorkerDeps) => (await models?.()) ?? [],
  ),
  noteProgress: served(
    z.strictObject({ ...HOLDING, progress: PROGRESS }),
    async ({ task, holder, progress }, { tasks }: ServeWorkerDeps) =>
      await tasks.noteProgress(task, holder, progress),
  ),
  lowerUnits: served(z.strictObject({ ...HOLDING, seconds: SECONDS }), lowerUnits),
  beginGeneration: served(
    z.strictObject({ ...HOLDING, nth: NTH, told: GENERATION }),
    async ({ task, holder, ...call }, { tasks, dollarsPerTask: most = 0 }: ServeWorkerDeps) =>
      await tasks.beginGeneration(task, holder, { ...call, most }),
  ),
  keepTicket: served(
    z.strictObject({ ...HOLDING, nth: NTH, ticket: TICKET }),
    async ({ task, holder, nth, ticket }, { tasks }: ServeWorkerDeps) =>
      await tasks.keepTicket(task, holder, nth, ticket),
  ),
  settleGeneration: served(
    z.strictObject({ ...HOLDING, nth: NTH, generation: z.optional(GENERATION) }),
    async ({ task, holder, nth, generation }, { tasks }: ServeWorkerDeps) =>
      await tasks.settleGeneration(task, holder, nth, generation),
  ),
  placeResult: served(
    z.strictObject({ ...HOLDING, extension: EXTENSION, size: SIZE }),
    placeResult,
  ),
  placeShared: served(z.strictObject({ ...HOLDING, sizes: SIZES }), placeShared),
  share: served(z.strictObject({ ...HOLDING, work: WORK }), shareTask),
  end: served(z.strictObject({ ...HOLDING, outcome: OUTCOME }), endTask),
}

/**
 * What the rest of the service does for a worker, which has no right to a table, a bucket or a workflow: a request is
 * for one task, and for nothing but what its holder may do. Throws for a request of another form.
 */
export function serveWorker(request: unknown, deps: ServeWorkerDeps): Promise<unknown> {
  return serve(request, VERBS, deps)
}
