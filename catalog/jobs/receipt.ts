import * as z from 'zod/mini'
import { COMPUTE } from '../costs/compute.ts'
import { MODEL_USE } from '../costs/model-use.ts'
import { GENERATION } from '../generator/generation.ts'
import {
  count,
  described,
  failure,
  recipe,
  refused,
  result,
  source,
  text,
  time,
} from './job-event.ts'

const ms = count('Milliseconds from its entry to its exit.')
const retries = count('How often it was tried again.')
function dollars(description: string) {
  return z.number().check(z.gte(0), described(description))
}

const task = z.object({
  index: count('The person the effect worked on, from 0.'),
  detection: z.optional(
    z
      .nullable(z.string())
      .check(
        described(
          'The task that found the person in a picture of their own; null where nobody had to be found.',
        ),
      ),
  ),
  why: z.optional(text('Why this one, e.g. `largest of 2`.')),
  taskId: z.optional(text('The service’s id of the task; absent when there is none.')),
  status: z.optional(
    z.enum(['success', 'error']).check(described('How it ended, as it was heard first.')),
  ),
  engine: z.optional(
    z
      .nullable(z.string())
      .check(described('The version of the engine; null where the service does not say.')),
  ),
  charge: z.optional(
    z
      .nullable(
        z.object({
          units: count('Units.'),
          seconds: z.optional(
            count('Started seconds they are for, where the price is by the second.'),
          ),
          generations: z.optional(
            z
              .array(GENERATION)
              .check(described('What generators did for it, which the service’s operator pays.')),
          ),
          models: z.optional(
            z
              .array(MODEL_USE)
              .check(described('The model files of its operator’s that it was carried out with.')),
          ),
          compute: z.optional(
            COMPUTE.check(
              described(
                'What it took several workers that shared a video, which the service’s operator pays.',
              ),
            ),
          ),
        }),
      )
      .check(described('What the service charged for it; null where the service does not say.')),
  ),
  failure: z.optional(
    z
      .object({
        code: text('Its name in the table of failures.'),
        message: text('In plain words.'),
      })
      .check(described('Why it could not be made or waited for.')),
  ),
  ms: z.optional(count('Milliseconds the state waited for it.')),
  retries: z.optional(retries),
})

const rectangle = z.object({
  left: count('Pixels.'),
  top: count('Pixels.'),
  width: count('Pixels.'),
  height: count('Pixels.'),
})

const preparationShape = {
  source: z
    .object({
      format: text('By its first bytes, e.g. `heic`.'),
      width: count('Pixels, upright.'),
      height: count('Pixels, upright.'),
      bytes: count('Bytes.'),
      bitDepth: count('Bits of each channel.'),
      orientation: count('As EXIF numbers it; 1 is upright.'),
      profile: z.nullable(z.string()).check(described('The name of its colour profile.')),
      alpha: z.boolean().check(described('Whether it has transparency.')),
      gainMap: z.optional(
        z
          .boolean()
          .check(
            described('Whether a gain map for high dynamic range was left out of the result.'),
          ),
      ),
      note: z.optional(text('What damage of the file is in the picture.')),
    })
    .check(described('The source as it was.')),
  crop: rectangle.check(described('The part that was sent; the whole picture without a crop.')),
  sent: z
    .object({
      format: z.enum(['jpeg', 'png']).check(described('As it was sent.')),
      width: count('Pixels.'),
      height: count('Pixels.'),
      bytes: count('Bytes.'),
      factor: z.number().check(z.gt(0), described('Sent pixels per source pixel along a side.')),
    })
    .check(described('The picture that was sent.')),
  target: z.optional(
    z
      .object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
      .check(described('Whom it was cropped to, in pixels of the picture that was sent.')),
  ),
}

const preparation = z
  .object(preparationShape)
  .check(described('How the source was made to meet the feature’s file rule; absent where it did.'))

const videoSize = { width: count('Pixels, upright.'), height: count('Pixels, upright.') }

const video = z
  .object({
    source: z.object({
      codec: text('As ffmpeg names it, e.g. `hevc`.'),
      ...videoSize,
      rotation: z.literal([0, 90, 180, 270]).check(described('Degrees it was turned by.')),
      bytes: count('Bytes.'),
      seconds: z.number().check(z.gte(0), described('Its length.')),
      frames: count('In all.'),
      transfer: z
        .enum(['sdr', 'pq', 'hlg'])
        .check(described('How brightness is coded; all but `sdr` was tone-mapped.')),
      interlaced: z.optional(
        z.literal(true).check(described('Every other line was of another moment; deinterlaced.')),
      ),
      audio: z.optional(text('The codec of its audio, sent as AAC if neither AAC nor MP3.')),
    }),
    sent: z.object({
      ...videoSize,
      bytes: count('Bytes.'),
      seconds: z.number().check(z.gte(0), described('The length it was cut to.')),
      frames: count('At most 30 a second.'),
    }),
  })
  .check(described('How a video was made to meet the feature’s file rule: as H.264 in mp4.'))

/** The same for one of several targets. */
const preparedTarget = z.object({ index: count('The person, from 0.'), ...preparationShape })

function share(description: string) {
  return z.number().check(z.gte(0), z.lte(1), described(description))
}

const restoration = z.object({
  index: count('The person, from 0.'),
  together: z.optional(
    z
      .array(count('A person.'))
      .check(described('Everybody whose results are in the picture, where there are several.')),
  ),
  format: text('Of the restored file.'),
  width: count('Pixels, upright.'),
  height: count('Pixels, upright.'),
  bytes: count('Bytes, before it was marked as edited.'),
  changedShare: share('Of the source’s pixels, those that differ from it.'),
  error: share(
    'Mean difference from the service’s picture where that changed something, at its size.',
  ),
  explained: share('How much of the change is moved or recoloured pixels of the source itself.'),
})

const step = z.object({
  feature: text('Of the catalogue.'),
  detection: z
    .nullable(z.string())
    .check(described('The task that found the people; null where nobody had to be found.')),
  tasks: z.array(task).check(described('The effect, once for each chosen person.')),
  preparation: z.optional(preparation),
  video: z.optional(video),
  preparations: z.optional(
    z
      .array(preparedTarget)
      .check(described('The same for each person where each has a picture of their own.')),
  ),
  restorations: z.optional(
    z
      .array(restoration)
      .check(
        described('Results that were put back into the source; the others are the service’s.'),
      ),
  ),
})

/** The receipt of a job, written as `receipt.json` for every success and failure. */
export const RECEIPT = z.object({
  job: text('The job’s id.'),
  status: z.enum(['succeeded', 'failed']).check(described('How it ended.')),
  attempt: count('0 for a drop; each deliberate new attempt has the next number.'),
  source,
  recipe,
  transfer: z.optional(
    z
      .enum(['url', 'upload'])
      .check(
        described(
          'How the files travelled to the service; absent where the recipe could not be used.',
        ),
      ),
  ),
  steps: z.array(step).check(described('What was done, step by step.')),
  results: z.array(result).check(described('What was written; empty unless the job succeeded.')),
  failure: z.optional(failure),
  refused: z.optional(refused),
  createdAt: time('When the file was taken in.'),
  finishedAt: time('When the job ended.'),
  elapsedMs: count('Milliseconds in between.'),
  states: z
    .array(z.object({ state: text('Its name.'), ms, retries }))
    .check(described('Every state the execution left, in order.')),
  cost: z
    .object({
      units: z.number().check(z.gte(0), described('Units of the task service.')),
      estimated: z
        .boolean()
        .check(
          described(
            'Whether some of the units are the catalogue’s, because the service does not say what it charged.',
          ),
        ),
      transitions: count('Of the workflow, retries included.'),
      bytesIn: count('The source’s.'),
      bytesOut: count('The results’.'),
      dollars: z
        .object({
          stepFunctions: dollars('Transitions.'),
          lambda: dollars('Requests and GB-seconds.'),
          s3: dollars('Requests.'),
          dynamodb: dollars('Reads and writes.'),
          messages: dollars('SQS, EventBridge and webhooks.'),
          logs: dollars('CloudWatch Logs.'),
          units: dollars('The service’s units, where their price is set.'),
          generator: z.optional(dollars('What generators did for the tasks.')),
          total: dollars('Together.'),
        })
        .check(described('An estimate, by line.')),
    })
    .check(described('What the job took.')),
})

export type Receipt = z.output<typeof RECEIPT>

/** The JSON Schema (2020-12) of a receipt. */
export function receiptSchema(): Record<string, unknown> {
  return {
    title: 'Darkroom receipt',
    ...z.toJSONSchema(RECEIPT, { io: 'input' }),
  }
}
