import * as z from 'zod/mini'
import type { Source } from '../ports/job.ts'
import { isVersionId } from './write-version.ts'

/** What an event says of an object. It has no `version` where the bucket keeps none. */
export type DroppedObject = Omit<Source, 'version'> & {
  version?: string
  etag: string
  /** When the write had ended, in epoch milliseconds; the event has whole seconds. */
  time?: number
}

const created = z.object({
  'detail-type': z.literal('Object Created'),
  time: z.optional(z.string()),
  detail: z.object({
    bucket: z.object({ name: z.string() }),
    object: z.object({
      key: z.string(),
      size: z._default(z.number(), 0),
      etag: z.string(),
      'version-id': z.optional(z.string()),
      sequencer: z.optional(z.string()),
    }),
  }),
})

/** The recipe that a key names: `drop/<recipe>/<any path>/<file>`. Empty when the key has no such part. */
export function recipeOf(key: string): string {
  const [, recipe, ...rest] = key.split('/')
  return rest.length > 0 && recipe ? recipe : ''
}

/**
 * The dropped object of an EventBridge message, or undefined where there is nothing to work on: an empty object (many
 * clients write one first and the real one after it), a folder marker, or S3's own test event. Throws for a message of
 * unknown form, so that it reaches the dead-letter queue and is seen.
 *
 * Keys in EventBridge events are plain text (only native S3 notifications encode them): decoding would turn
 * `100%25.jpg` into another key.
 */
export function droppedObject(event: unknown): DroppedObject | undefined {
  if ((event as { Event?: string } | null)?.Event === 's3:TestEvent') return undefined
  const { time, detail } = created.parse(event)
  const { bucket, object } = detail
  if (object.size === 0 || object.key.endsWith('/')) return undefined
  const at = Date.parse(time ?? '')
  const version = object['version-id']
  return {
    bucket: bucket.name,
    key: object.key,
    ...(isVersionId(version) && { version }),
    size: object.size,
    etag: object.etag,
    ...(object.sequencer !== undefined && { sequencer: object.sequencer }),
    ...(Number.isFinite(at) && { time: at }),
  }
}
