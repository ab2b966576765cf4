import * as z from 'zod/mini'

/* What the console's page and its admin API say to each other of drops and uploads. */

const text = z.string()
const count = z.number().check(z.gte(0))
const place = z.number().check(z.int(), z.gte(1))
const units = z.strictObject({ least: count, most: count })

/** A file that is about to be dropped. */
export type AskedFile = {
  /** Its path below what was dropped, with `/`. */
  name: string
  /** Bytes. */
  size: number
  /** When it was last changed, in milliseconds since 1970. */
  modified: number
  /** What it is by its first bytes; absent for no known kind. */
  kind?: string
}

/** Why a file is not dropped. */
const LEFT_REASON = z.enum([
  ...(['hidden', 'empty', 'too-large', 'name-long', 'name-unfit'] as const),
  ...(['no-media', 'unknown-kind', 'picture', 'video'] as const),
])
export type LeftReason = z.output<typeof LEFT_REASON>

/** What becomes of a file. */
const PLANNED_FATE = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('source'),
    /** Names of files that must lie beside it and lie nowhere. */
    missing: z.exactOptional(z.array(text)),
    /** The job of the same file, dropped before: it is not dropped again. */
    earlier: z.exactOptional(
      z.strictObject({ job: text, state: z.enum(['done', 'going', 'refused', 'failed']) }),
    ),
    /** The job of another file under this name, which still runs. */
    supersedes: z.exactOptional(text),
  }),
  z.strictObject({ is: z.literal('companion'), of: z.exactOptional(text) }),
  z.strictObject({ is: z.literal('left'), why: LEFT_REASON }),
])
export type PlannedFate = z.output<typeof PLANNED_FATE>

/** A limit of the day's budget that the drop counts towards. */
const BUDGET_SHARE = z.strictObject({
  /** Absent for the limit of the whole pipeline. */
  recipe: z.exactOptional(text),
  of: z.enum(['units', 'dollars']),
  left: count,
  /** The most that the drop may take of it; absent where that is not known. */
  needs: z.exactOptional(count),
  /** Whether it holds all of the drop; files above it wait for another day. */
  holds: z.exactOptional(z.boolean()),
})
export type BudgetShare = z.output<typeof BUDGET_SHARE>

export const DROP_PLAN_ANSWER = z.strictObject({
  /** Of each file, in the order in which they were asked for. */
  fates: z.array(PLANNED_FATE),
  /** Title of the feature that works on them first, and what it takes. */
  feature: text,
  takes: z.enum(['picture', 'video']),
  /** Keys of objects that the recipe names and that lie nowhere: every file would fail. */
  missingObjects: z.array(text),
  /** Whether files that do not suit come back as they are. */
  returns: z.boolean(),
  /** How many files all that follows is for: those that are dropped anew, or one where there is none. */
  priced: count,
  /** Units of the service with one target a file. */
  units,
  /** By its last jobs, where there are any. */
  expected: z.strictObject({
    from: count,
    units: z.exactOptional(count),
    dollars: z.exactOptional(count),
    minutes: z.exactOptional(units),
  }),
  budget: z.array(BUDGET_SHARE),
})
export type DropPlanAnswer = z.output<typeof DROP_PLAN_ANSWER>

/** An upload that may begin: in one piece to the address, or in parts whose addresses are asked for. */
const UPLOAD_ANSWER = z.strictObject({
  name: text,
  /** Empty of one in one piece. */
  id: text,
  /** Absent of one in parts. */
  url: z.exactOptional(text),
  /** Headers that the address was signed with. */
  headers: z.exactOptional(z.record(z.string(), z.string())),
  parts: z.exactOptional(z.strictObject({ count: place, bytes: place })),
})
export type UploadAnswer = z.output<typeof UPLOAD_ANSWER>

export const UPLOADS_ANSWER = z.strictObject({ uploads: z.array(UPLOAD_ANSWER) })
export type UploadsAnswer = z.output<typeof UPLOADS_ANSWER>

/** What is there of an upload in parts, and where the next ones that are not go. */
export const UPLOAD_STATE_ANSWER = z.strictObject({
  there: z.array(z.strictObject({ number: place, bytes: count })),
  next: z.array(z.strictObject({ number: place, url: text })),
})
export type UploadStateAnswer = z.output<typeof UPLOAD_STATE_ANSWER>

/** The job that a dropped file becomes; absent for a companion, and where nothing lies there. */
export const DROPPED_ANSWER = z.strictObject({ name: text, job: z.exactOptional(text) })
export type DroppedAnswer = z.output<typeof DROPPED_ANSWER>

export const DROPPED_JOBS_ANSWER = z.strictObject({ dropped: z.array(DROPPED_ANSWER) })

/** The name of a file whose upload was ended. */
export const UPLOAD_ENDED_ANSWER = z.strictObject({ name: text })
