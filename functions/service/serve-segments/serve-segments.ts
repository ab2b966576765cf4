import * as z from 'zod/mini'
import { onBehalfOf } from '../../log.ts'
import { EXTENSION, FAILURE, HOLDING, OUTCOME, SIZE, TASK } from '../core/broker/ask.ts'
import { type EndTaskDeps, endTask } from '../core/broker/end-task.ts'
import { type PlaceResultDeps, placeResult } from '../core/broker/place-result.ts'
import { renewLease } from '../core/broker/renew-lease.ts'
import { serve, served } from '../core/broker/serve.ts'
import { signUpload } from '../core/broker/sign-upload.ts'
import { segmentKey } from '../core/model/shared-video.ts'
import type { ListModels, SegmentBroker } from '../core/ports/broker.ts'
import { finishTask } from '../core/tasks/finish-task.ts'
import { type BeginJoinDeps, beginJoin } from './begin-join.ts'
import { type BeginSegmentDeps, beginSegment } from './begin-segment.ts'
import { type GiveUpDeps, giveUp } from './give-up.ts'
import { segmentOf } from './segment-of.ts'

export type ServeSegmentsDeps = BeginJoinDeps &
  BeginSegmentDeps &
  EndTaskDeps &
  GiveUpDeps &
  PlaceResultDeps & {
    /** The operator's model files. @default none */
    models?: ListModels | undefined
  }

const SEGMENT = { task: TASK, segment: z.int().check(z.gte(0)) }
const FRAMES = z.int().check(z.gte(0), z.lte(1e9))
const HELD = z.strictObject(HOLDING)

type Verbs = {
  [Verb in keyof SegmentBroker]: (
    ask: unknown,
    deps: ServeSegmentsDeps,
  ) => ReturnType<SegmentBroker[Verb]>
}

const VERBS: Verbs = {
  listModels: served(
    z.strictObject({}),
    async (_, { models }: ServeSegmentsDeps) => (await models?.()) ?? [],
  ),
  beginSegment: served(z.strictObject(SEGMENT), beginSegment),
  noteSegment: served(
    z.strictObject({ ...SEGMENT, done: FRAMES }),
    async ({ done, ...of }, deps: ServeSegmentsDeps) =>
      (await segmentOf(of, deps)) !== undefined &&
      (await deps.tasks.noteSegment(of.task, of.segment, done, deps.now())),
  ),
  placeSegment: served(
    z.strictObject({ ...SEGMENT, size: SIZE }),
    async ({ size, ...of }, deps: ServeSegmentsDeps) => {
      if (!(await segmentOf(of, deps))) return undefined
      const file = { contentType: 'video/mp4', size }
      return await signUpload(segmentKey(of.task, of.segment), file, deps.signer)
    },
  ),
  failSegment: served(
    z.strictObject({ ...SEGMENT, failure: FAILURE }),
    async ({ failure, ...of }, deps: ServeSegmentsDeps) => {
      const task = await segmentOf(of, deps)
      if (task) await onBehalfOf(task, () => finishTask(task, failure, deps))
    },
  ),
  beginJoin: served(HELD, beginJoin),
  renew: served(HELD, renewLease),
  release: served(
    HELD,
    async ({ task, holder }, { tasks }: ServeSegmentsDeps) =>
      await tasks.releaseLease(task, holder),
  ),
  placeResult: served(
    z.strictObject({ ...HOLDING, extension: EXTENSION, size: SIZE }),
    placeResult,
  ),
  end: served(z.strictObject({ ...HOLDING, outcome: OUTCOME }), endTask),
  giveUp: served(z.strictObject({ task: TASK, failure: z.string() }), giveUp),
}

/**
 * What the rest of the service does for the workers of segments, which have no right to a table or a bucket. Throws for
 * a request of another form.
 */
export function serveSegments(request: unknown, deps: ServeSegmentsDeps): Promise<unknown> {
  return serve(request, VERBS, deps)
}
