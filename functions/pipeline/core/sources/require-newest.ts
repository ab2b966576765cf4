import { Failure } from '../../../../catalog/failures/failure.ts'
import { DROP_PREFIX } from '../../../../catalog/recipe/shape/key-prefixes.ts'
import type { Job, Jobs, Source } from '../ports/job.ts'
import type { Objects } from '../ports/objects.ts'
import { beginsJob } from './find-source.ts'
import { isNewer } from './sequencer.ts'
import { isWrite } from './write-version.ts'

type Head = Pick<Objects, 'head'>

/**
 * Throws `Superseded` when the job's object was overwritten by a newer version, and also `SourceGone` where the bucket
 * keeps no versions, so that with the object its bytes are gone.
 */
export async function requireNewest(
  { source }: Pick<Job, 'source'>,
  { jobs, objects }: { jobs: Pick<Jobs, 'newestSequencer'>; objects: Head },
): Promise<void> {
  if (isWrite(source.version) && !(await objects.head(source)))
    throw await goneFrom(source, objects)
  if (source.sequencer === undefined) return
  const newest = await jobs.newestSequencer(source)
  if (newest !== undefined && isNewer(newest, source.sequencer)) throw new Failure('Superseded')
}

/** Why the source of a job is not there any more: `Superseded` only where what replaced it has a job of its own. */
export async function goneFrom({ bucket, key, version }: Source, { head }: Head): Promise<Failure> {
  const present = isWrite(version) ? await head({ bucket, key }) : undefined
  if (!present) return new Failure('SourceGone')
  if (key.startsWith(DROP_PREFIX) && beginsJob(present)) return new Failure('Superseded')
  return new Failure('SourceGone', OVERWRITTEN)
}

const OVERWRITTEN =
  'The object was overwritten before its job was done, and what replaced it begins none.'
