import type { Source } from '../ports/job.ts'
import { type ObjectFacts, type ObjectRef, RESULT_MARK } from '../ports/objects.ts'
import type { DroppedObject } from './dropped-object.ts'
import { isVersionId, writtenAt } from './write-version.ts'

/**
 * The source that an event stands for. One with a version id is that version, whatever was written later. Otherwise it
 * is what lies under the key now: the event's own write, or the one that replaced it, of which nothing is left. Of an
 * earlier write the event's sequencer is not taken over. Undefined where nothing lies there that begins a job, or a
 * version whose own event does.
 */
export async function findSource(
  { version, time, ...dropped }: DroppedObject,
  { head }: { head: (object: ObjectRef) => Promise<ObjectFacts | undefined> },
): Promise<Source | undefined> {
  if (version !== undefined) return { ...dropped, version }
  const { bucket, key, sequencer } = dropped
  const found = await head({ bucket, key })
  if (!found || isVersionId(found.versionId) || !beginsJob(found)) return undefined
  const { size, etag } = found
  const own = etag === dropped.etag && size === dropped.size && !isBefore(time, found.version)
  return {
    bucket,
    key,
    version: found.version,
    size,
    etag,
    ...(own && sequencer !== undefined && { sequencer }),
  }
}

/** Whether an object under a key that is listened to begins a job. */
export function beginsJob({ size, metadata }: Pick<ObjectFacts, 'size' | 'metadata'>): boolean {
  return size > 0 && !(RESULT_MARK in metadata)
}

/** S3 dates a write by its begin, so that its event is never older. */
function isBefore(time: number | undefined, version: string): boolean {
  return time !== undefined && time < writtenAt(version)
}
