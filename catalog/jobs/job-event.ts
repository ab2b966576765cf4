import * as z from 'zod/mini'
import { DIGITAL_SOURCES } from '../results/digital-source.ts'

/** Adds a description to a field of the published schemas. */
export function described(description: string) {
  return z.meta({ description })
}
export function text(description: string) {
  return z.string().check(described(description))
}
export function count(description: string) {
  return z.int().check(z.gte(0), described(description))
}
function sha256(description: string) {
  return z.string().check(z.regex(/^[0-9a-f]{64}$/), described(description))
}
export function time(description: string) {
  return z.iso.datetime().check(described(description))
}

export const source = z
  .object({
    bucket: text('The drop bucket; it tells the pipelines of an account apart.'),
    key: text('Byte-equal to the key the file was dropped under.'),
    version: text(
      'The version id; where the bucket keeps no versions, when it was written, bytes, ETag and a hash of its metadata.',
    ),
    size: count('Bytes.'),
    etag: z.optional(
      text(
        [
          'S3’s own name for the content.',
          'No hash of it where the file was uploaded in parts or is encrypted with a KMS key.',
        ].join(' '),
      ),
    ),
    sha256: z.optional(
      sha256('Of exactly this version’s bytes, in hexadecimal digits; known once the job ended.'),
    ),
    unhashed: z.optional(
      text(
        'In plain words, why an ended job has no `sha256` of its source: e.g. it was deleted meanwhile.',
      ),
    ),
    sequencer: z.optional(text('Orders the versions of one key.')),
  })
  .check(described('The dropped object.'))

export const recipe = z
  .object({
    name: text('As the key names it; it need not exist.'),
    sha256: z.optional(sha256('In hexadecimal digits.')),
    overrides: z.optional(text('What the object’s metadata laid over the recipe.')),
    changes: z.optional(text('What the retry that began the job laid over it besides.')),
  })
  .check(described('`sha256` is of the recipe’s text, absent when the recipe could not be used.'))

export const result = z.object({
  bucket: text('The results bucket.'),
  key: text('`results/<job>/…`'),
  contentType: text('E.g. `image/png`.'),
  size: count('Bytes.'),
  sha256: sha256('Of its bytes, in hexadecimal digits.'),
  index: z.optional(count('The person the effect worked on, from 0.')),
  digitalSource: z.optional(
    z
      .enum(DIGITAL_SOURCES)
      .check(
        described('The IPTC term by which the file is marked as edited; absent without a mark.'),
      ),
  ),
})

export const failure = z
  .object({
    code: text('Its name in the table of failures.'),
    message: text('In plain words.'),
    state: text('The state of the workflow that failed.'),
    retryable: z.boolean().check(described('Whether the same file tried again may succeed.')),
  })
  .check(described('Present when the job failed.'))

export const refused = z
  .object({
    step: count('The step of the recipe that refused it, from 0.'),
    code: text('Why, by the service’s code or the one of the table of failures.'),
    words: text('In plain words.'),
  })
  .check(
    described(
      'Present when the file did not suit and came back as it was dropped, as the recipe’s `onRefusal` wants.',
    ),
  )

const parked = z
  .object({
    reason: text('In plain words.'),
    since: time('When it was parked.'),
    until: time('When it goes on at the latest, if it may.'),
  })
  .check(described('Present when the job is parked: it waits and is not lost.'))

/**
 * The event that announces a job: the detail on EventBridge, the message of a topic, the data of a webhook. A new field
 * may be added under the same `version`. Removing a field or changing its meaning needs a new version.
 */
export const JOB_EVENT = z.object({
  version: z.literal(1).check(described('Of this form.')),
  job: text(
    'The job’s id: the correlation id of every log line it leaves. Match on it: events can come twice.',
  ),
  status: z.enum(['succeeded', 'failed', 'parked']).check(described('What became of the job.')),
  attempt: count('0 for a drop; each deliberate new attempt has the next number.'),
  source,
  recipe,
  results: z.array(result).check(described('What was written; empty unless the job succeeded.')),
  failure: z.optional(failure),
  refused: z.optional(refused),
  parked: z.optional(parked),
  batched: z.optional(z.boolean().check(described('`true` when a batch waits for the job.'))),
  cost: z
    .object({
      units: z.number().check(z.gte(0), described('Units of the task service.')),
      estimated: z.optional(
        z
          .boolean()
          .check(
            described(
              'Whether some of the units are the catalogue’s, because the service does not say what it charged.',
            ),
          ),
      ),
      dollars: z
        .number()
        .check(
          z.gte(0),
          described('Estimate: the pipeline’s AWS bill, and the units where their price is set.'),
        ),
    })
    .check(described('What the job took.')),
  createdAt: time('When the file was taken in.'),
  at: time('When this became of the job.'),
  elapsedMs: count('Milliseconds from `createdAt` to `at`.'),
})

export type JobEvent = z.output<typeof JOB_EVENT>

/** The JSON Schema (2020-12) of a job event. */
export function jobEventSchema(): Record<string, unknown> {
  return {
    title: 'Darkroom job event',
    ...z.toJSONSchema(JOB_EVENT, { io: 'input' }),
  }
}
