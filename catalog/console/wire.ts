import * as z from 'zod/mini'
import type { TilesAnswer } from './pictures.ts'
import { ROLES } from './role.ts'

/*
 * What the console's page and its admin API say to each other: the types of both, and what the interface's description
 * is made of. Times are ISO 8601.
 */

const time = z.string().check(z.describe('ISO 8601'))
const count = z.number().check(z.int(), z.gte(0))
const milliseconds = z.number().check(z.gte(0))
const cursor = z.exactOptional(z.string().check(z.describe('Where the following page begins.')))
const told = z.strictObject({ code: z.string(), message: z.string() })

/** `refused`: the file did not suit, whether it failed its job or came back as it was. */
const JOB_STATUS = z.enum(['running', 'parked', 'succeeded', 'refused', 'failed'])
export type JobStatus = z.output<typeof JOB_STATUS>

/** A job as lists show it. */
const JOB_ROW = z.strictObject({
  id: z.string(),
  status: JOB_STATUS,
  createdAt: time,
  finishedAt: z.exactOptional(time),
  key: z.string(),
  /** Bytes of the source. */
  size: count,
  recipe: z.string(),
  attempt: count,
  batched: z.boolean(),
  /** Of a refused file, too, whose job ended well; it cannot be tried again then. */
  failure: z.exactOptional(
    z.strictObject({ code: z.string(), message: z.string(), retryable: z.boolean() }),
  ),
  /** Why it waits, where it does. */
  parked: z.exactOptional(z.strictObject({ reason: z.string(), until: time })),
  /** Units of the service; absent while it runs. */
  units: z.exactOptional(z.number()),
  /** The names of its results, as `pictures` and `files` take them. */
  results: z.array(z.string()),
})
export type JobRow = z.output<typeof JOB_ROW>

/** A page of jobs, newest first; `next` is where the following one begins. */
export const JOBS_ANSWER = z.strictObject({ jobs: z.array(JOB_ROW), next: cursor })
export type JobsAnswer = z.output<typeof JOBS_ANSWER>

/** What was found by an id or the beginning of a key; `next` is what the following keys come after. */
export const FIND_ANSWER = z.strictObject({
  jobs: z.array(JOB_ROW),
  keys: z.array(z.string()),
  batch: z.exactOptional(z.string()),
  next: cursor,
})
export type FindAnswer = z.output<typeof FIND_ANSWER>

/** What is new since the newest row that is known, and how running jobs are. */
export const CHANGES_ANSWER = z.strictObject({
  at: time,
  fresh: z.array(JOB_ROW),
  more: z.boolean(),
  changed: z.array(JOB_ROW),
})
export type ChangesAnswer = z.output<typeof CHANGES_ANSWER>

/** Who is signed in. */
export const SESSION_ANSWER = z.strictObject({
  role: z.enum(ROLES),
  who: z.string(),
  expiresAt: time,
  /** Where the description of the service's interface is, and the camera; of our own service. */
  beside: z.exactOptional(
    z.strictObject({ docs: z.string(), camera: z.exactOptional(z.string()) }),
  ),
})
export type SessionAnswer = z.output<typeof SESSION_ANSWER>

/** How every refusal is said. */
export const REFUSAL_ANSWER = z.strictObject({
  error: z.string(),
  error_code: z.string(),
  /** Where to sign in, where that is a page of a provider's. */
  sign_in: z.exactOptional(z.string()),
})
export type RefusalAnswer = z.output<typeof REFUSAL_ANSWER>

/** One state that an execution entered; times in milliseconds after it began. */
const TIMELINE_STATE = z.strictObject({
  state: z.string(),
  target: z.exactOptional(count),
  atMs: milliseconds,
  ms: milliseconds,
  open: z.boolean(),
  stretches: z.array(
    z.strictObject({
      kind: z.enum(['work', 'wait', 'pause']),
      atMs: milliseconds,
      ms: milliseconds,
    }),
  ),
  errors: z.array(z.string()),
  failed: z.exactOptional(z.string()),
  task: z.exactOptional(z.string()),
  taskFailed: z.exactOptional(z.boolean()),
  /** The earlier state whose failure it tells of. */
  tells: z.exactOptional(z.string()),
})
export type TimelineState = z.output<typeof TIMELINE_STATE>

export const TIMELINE_ANSWER = z.strictObject({
  /** From when on the times of states are counted; absent where nothing is known. */
  began: z.exactOptional(time),
  timeline: z.array(TIMELINE_STATE),
  /** Of a file that waits for its turn: which one in line it is, and how long that is likely to take. */
  place: z.exactOptional(z.strictObject({ place: count, seconds: z.exactOptional(count) })),
})
export type TimelineAnswer = z.output<typeof TIMELINE_ANSWER>

/** One job as its page shows it. */
export const JOB_ANSWER = z.strictObject({
  /** The record, as stored. */
  job: z.record(z.string(), z.unknown()),
  row: JOB_ROW,
  cost: z.exactOptional(
    z.strictObject({
      units: z.number(),
      estimated: z.boolean(),
      transitions: count,
      bytesIn: count,
      bytesOut: count,
      dollars: z.record(z.string(), z.number()),
    }),
  ),
  /** Units of another attempt by the catalogue's prices, for one target; of a job that failed. */
  price: z.exactOptional(z.strictObject({ least: z.number(), most: z.number() })),
  /** The attempts before and after this one. */
  before: z.exactOptional(z.string()),
  after: z.exactOptional(z.string()),
  /** What it waits for before it begins. */
  missing: z.exactOptional(z.strictObject({ keys: z.array(z.string()), since: time, until: time })),
})
export type JobAnswer = z.output<typeof JOB_ANSWER>

/** What was told of the ends of a job's tasks. */
export const WEBHOOKS_ANSWER = z.strictObject({
  tasks: z.array(
    z.strictObject({
      task: z.string(),
      event: z.string(),
      /** What the service knows of the task while it keeps it, to the second. */
      feature: z.exactOptional(z.string()),
      stage: z.exactOptional(z.string()),
      createdAt: z.exactOptional(time),
      finishedAt: z.exactOptional(time),
      deliveries: z.array(
        z.strictObject({
          status: z.string(),
          endpoint: z.string(),
          /** Whether it went to where the pipeline listens. */
          pipeline: z.boolean(),
          attempts: z.array(
            z.strictObject({
              at: time,
              status: z.exactOptional(count),
              reason: z.exactOptional(z.string()),
              ms: milliseconds,
              answer: z.exactOptional(z.string()),
            }),
          ),
        }),
      ),
    }),
  ),
})
export type WebhooksAnswer = z.output<typeof WEBHOOKS_ANSWER>

/** What a file is, and where its tiles lie. */
export const TILES_ANSWER = z.strictObject({
  kind: z.enum(['picture', 'video']),
  width: count,
  height: count,
  levels: z.array(
    z.strictObject({ width: count, height: count, tiles: z.array(z.tuple([count, count])) }),
  ),
  url: z.exactOptional(z.string()),
}) satisfies z.ZodMiniType<TilesAnswer>

/** A batch as lists and its page show it: its record, and how far it is. */
const BATCH_SHOWN = z.strictObject({
  id: z.string(),
  status: z.enum(['running', 'succeeded', 'failed']),
  recipe: z.string(),
  createdAt: time,
  finishedAt: z.exactOptional(time),
  manifest: z.strictObject({ bucket: z.string(), key: z.string(), version: z.string() }),
  /** Files at once. */
  concurrency: count,
  /** Per cent that may fail. */
  tolerated: z.number(),
  refusalsCount: z.exactOptional(z.literal(true)),
  total: z.exactOptional(count),
  succeeded: count,
  /** Files that did not suit; absent from batches of earlier releases. */
  refused: z.exactOptional(count),
  failed: count,
  parked: count,
  unfinished: count,
  failure: z.exactOptional(told),
  /** Key of the list of its files in the results bucket. */
  results: z.exactOptional(z.string()),
  redrives: z.exactOptional(count),
  resumed: z.exactOptional(z.strictObject({ at: time, done: count })),
  progress: z.strictObject({
    done: count,
    perSecond: z.number(),
    secondsLeft: z.exactOptional(z.number()),
  }),
})
export type BatchShown = z.output<typeof BATCH_SHOWN>

export const BATCHES_ANSWER = z.strictObject({ batches: z.array(BATCH_SHOWN), next: cursor })
export const BATCH_ANSWER = z.strictObject({ batch: BATCH_SHOWN })

/** What failed in a batch for one reason. */
const FAILURE_GROUP = z.strictObject({
  code: z.string(),
  message: z.string(),
  count,
  examples: z.array(
    z.strictObject({ key: z.exactOptional(z.string()), job: z.exactOptional(z.string()) }),
  ),
})
export type FailureGroup = z.output<typeof FAILURE_GROUP>

/** `more`: what failed behind the first 10,000 is not counted. */
export const FAILURES_ANSWER = z.strictObject({
  groups: z.array(FAILURE_GROUP),
  more: z.exactOptional(z.literal(true)),
})
export type FailuresAnswer = z.output<typeof FAILURES_ANSWER>

/** A page of a batch's files; `next` is where the following one begins. */
export const BATCH_ITEMS_ANSWER = z.strictObject({
  items: z.array(
    z.strictObject({
      line: count,
      key: z.exactOptional(z.string()),
      version: z.exactOptional(z.string()),
      recipe: z.exactOptional(z.string()),
      job: z.exactOptional(z.string()),
      status: z.enum(['succeeded', 'refused', 'failed', 'parked', 'unfinished']),
      failure: z.exactOptional(told),
      results: z.exactOptional(z.array(z.string())),
      refused: z.exactOptional(
        z.strictObject({ step: count, code: z.string(), words: z.string() }),
      ),
    }),
  ),
  next: z.exactOptional(count),
})
export type BatchItemsAnswer = z.output<typeof BATCH_ITEMS_ANSWER>

/** Links to a batch's results, which hold for five minutes, with the key of the source of each. */
export const BATCH_FILES_ANSWER = z.strictObject({
  files: z.array(z.strictObject({ source: z.string(), name: z.string(), url: z.string() })),
  next: z.exactOptional(count),
})
export type BatchFilesAnswer = z.output<typeof BATCH_FILES_ANSWER>

/** The new attempt at a job. */
export const RETRY_ANSWER = z.strictObject({ job: z.string(), attempt: z.string() })
/** Tasks that were stopped with a job, and whether one may run on in somebody else's service. */
export const STOP_ANSWER = z.strictObject({ stopped: z.array(z.string()), runsOn: z.boolean() })
export const RELEASE_ANSWER = z.strictObject({ job: z.string() })
export const BATCH_BEGUN_ANSWER = z.strictObject({
  batch: z.string(),
  key: z.string(),
  files: count,
})
/** A batch that goes on where it stopped, or another one over the same files. */
export const REDRIVE_ANSWER = z.strictObject({
  batch: z.string(),
  how: z.enum(['resumed', 'anew']),
})
export const BATCH_STOPPED_ANSWER = z.strictObject({ batch: z.string() })
