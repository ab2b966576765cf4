import { createHash } from 'node:crypto'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { DROP_BUCKET, type Dropped, writesOf } from './files.ts'
import type { World } from './world.ts'

/**
 * 7. The newest write of a key ends in a job that looked at it, unless it was deleted or its event is parked where
 * somebody sees it. Nothing here is taken from the job's version, which is what must be right.
 */
export function newestLookedAt({ ports, dropped, lost, unrecorded }: World): string[] {
  const parked = new Set(lost.drop.map((body) => JSON.parse(body).detail?.object.key))
  const jobs = ports.jobs.all()
  return newestWrites(dropped).flatMap((write) => {
    const stored = ports.objects.versions(DROP_BUCKET, write.key).at(-1)
    if (parked.has(write.key) || !stored || !isOf(write, stored)) return []
    const its = jobs.filter(({ source, recipe }) => {
      return source.key === write.key && recipe.name === write.recipe
    })
    if (its.some((job) => lookedAt(job, write) || unrecorded.includes(job.id))) return []
    if (lost.drop.some((body) => its.some(({ id }) => body.includes(id)))) return []
    const said = its.map(({ id, status, failure }) => `${id} ${failure?.code ?? status}`)
    return [`7: nobody looked at write ${write.sequence} of ${write.key}: ${said.join(', ')}`]
  })
}

function newestWrites(dropped: readonly Dropped[]): Dropped[] {
  const newest = new Map<string, Dropped>()
  for (const write of dropped) newest.set(write.key, write)
  return [...newest.values()]
}

function isOf(write: Dropped, { bytes, metadata }: { bytes: Uint8Array; metadata: object }) {
  return (
    Buffer.from(bytes).toString('utf8') === write.text &&
    JSON.stringify(metadata) === JSON.stringify(write.metadata)
  )
}

/** S3's clock has whole seconds, so that a job may be older than its write by less than one. */
function lookedAt(
  { failure, recipe, source, sourceHash, createdAt }: Job,
  write: Dropped,
): boolean {
  const sha256 = createHash('sha256').update(write.text).digest('hex')
  const hasBytes = sourceHash && ('unhashed' in sourceHash || sourceHash.sha256 === sha256)
  return (
    hasBytes === true &&
    source.size === write.text.length &&
    Date.parse(createdAt) >= Math.floor(write.at / 1000) * 1000 &&
    !['Superseded', 'SourceGone'].includes(failure?.code ?? '') &&
    (!recipe.plan || recipe.overrides === write.metadata['darkroom-recipe']) &&
    !(write.mended && failure?.code === 'RecipeInvalid')
  )
}

/** What a job says it was superseded by has a job, unless that was deleted or its event is parked. */
export function supersededByJob({ ports, dropped, lost }: World, { struck }: { struck: string[] }) {
  if (lost.drop.length > 0 || struck.some((fault) => fault.startsWith('delete '))) return []
  const jobs = ports.jobs.all()
  return jobs
    .filter(({ failure }) => failure?.code === 'Superseded')
    .filter(({ source }) => {
      const mine = Math.max(...writesOf(dropped, source).map(({ sequence }) => sequence))
      const newest = Math.max(
        ...jobs
          .filter(
            (other) => other.source.key === source.key && other.source.version !== source.version,
          )
          .flatMap((other) => writesOf(dropped, other.source))
          .map(({ sequence }) => sequence),
      )
      return newest < mine
    })
    .map(({ id }) => `superseded: ${id} names a newer job, and there is none`)
}
