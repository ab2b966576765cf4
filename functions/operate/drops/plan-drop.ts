import pMap from 'p-map'
import { findFeature } from '../../../catalog/features/features.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import { companionKeys, isCompanion, objectKeys } from '../../../catalog/recipe/companions.ts'
import { INPUTS_PREFIX } from '../../../catalog/recipe/shape/key-prefixes.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { headVersion } from '../../pipeline/core/adapters/s3-version.ts'
import { readJob } from '../jobs/read-job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { unitsForOne } from '../recipes/units-for-one.ts'
import { jobOfKey } from './job-of-key.ts'
import type { Earlier } from './look-at-key.ts'

/** A file to be dropped. */
export type FoundFile = {
  path: string
  /** Its path below the folder that holds all that was named, with `/` on every system. */
  name: string
  /** Bytes. */
  size: number
  /** Whether it is a video, or else a picture; known of what was found in a folder or by a pattern. */
  video?: boolean
}

/** A file and the key it is dropped under. */
export type PlannedFile = FoundFile & { key: string }

/** What a drop will do. */
export type DropPlan = {
  /** Each becomes a job, or has one. */
  sources: PlannedFile[]
  /** Those that were dropped before, by their keys: they are not dropped again. */
  earlier: ReadonlyMap<string, Earlier>
  /** Files that belong to one of the sources. */
  companions: PlannedFile[]
  /** Found files that the recipe cannot work on, with the reason. */
  left: { path: string; why: string }[]
  /** What should be known before anything is uploaded. */
  warnings: string[]
  /** In units of the service, by the catalogue's prices and for one target a picture. */
  units: { least: number; most: number }
}

/** S3 keys have at most 1,024 bytes. */
const MAX_KEY_BYTES = 1024
const CHECKS_AT_ONCE = 16

/**
 * Plans the drop of files under a recipe, before anything is uploaded. Throws when a fixed object is missing, or when
 * a companion is, on the disk and in the bucket, unless `companionsLater`. Warns of files that supersede another one
 * whose job still runs.
 */
export async function planDrop(
  {
    name,
    recipe,
    files,
    companionsLater,
    findEarlier,
  }: {
    name: string
    recipe: Recipe
    files: readonly FoundFile[]
    companionsLater: boolean
    /** Finds the job of a file that need not be dropped again. @default all are dropped */
    findEarlier?: ((file: PlannedFile) => Promise<Earlier | undefined>) | undefined
  },
  clients: PipelineClients,
): Promise<DropPlan> {
  const keyed = files.map((file) => ({ ...file, key: `drop/${name}/${file.name}` }))
  const long = keyed.find(({ key }) => Buffer.byteLength(key) > MAX_KEY_BYTES)
  if (long) throw new Error(`${long.path}: its path is longer than a key may be.`)
  const companions = keyed.filter(({ key }) => isCompanion(recipe, key))
  const main = keyed.filter(({ key }) => !isCompanion(recipe, key))
  const left = main.flatMap((file) => {
    const why = whyUnsuited(file, recipe)
    return why === undefined ? [] : [{ path: file.path, why }]
  })
  const sources = main.filter((file) => whyUnsuited(file, recipe) === undefined)
  if (sources.length === 0) {
    throw new Error(
      left[0]
        ? `There is nothing to drop: ${left[0].path} ${left[0].why}.`
        : 'There is nothing to drop: all files are companions, or none is a picture or video.',
    )
  }
  await requireObjects(name, recipe, clients)
  const earlier = new Map<string, Earlier>()
  const look = async (file: PlannedFile): Promise<void> => {
    const found = await findEarlier?.(file)
    if (found) earlier.set(file.key, found)
  }
  await pMap(sources, look, { concurrency: CHECKS_AT_ONCE })
  const fresh = sources.filter(({ key }) => !earlier.has(key))
  if (!companionsLater) await requireCompanions(recipe, { sources: fresh, companions }, clients)
  const superseded = await pMap(fresh, (file) => supersededJob(file.key, name, clients), {
    concurrency: CHECKS_AT_ONCE,
  })
  const warnings = superseded.flatMap((job, at) =>
    job === undefined ? [] : [`${fresh[at]?.key} supersedes the file whose job ${job} still runs.`],
  )
  return { sources, earlier, companions, left, warnings, units: unitsFor(recipe, fresh.length) }
}

/** A video among pictures would be refused once it was uploaded; it is dropped where it comes back as it was. */
function whyUnsuited({ video }: PlannedFile, { steps, onRefusal }: Recipe): string | undefined {
  const feature = findFeature(steps[0]?.feature ?? '')
  if (video === undefined || onRefusal === 'original' || !feature) return undefined
  const takesPictures = isPicture(feature.files.src)
  if (video !== takesPictures) return undefined
  return takesPictures
    ? `is a video, and ${feature.name} works on pictures`
    : `is a picture, and ${feature.name} works on videos`
}

async function requireObjects(
  name: string,
  recipe: Recipe,
  clients: PipelineClients,
): Promise<void> {
  for (const key of objectKeys(recipe)) {
    if (await isThere(key, clients)) continue
    const file = key.slice(INPUTS_PREFIX.length)
    throw new Error(
      `The recipe ${name} needs ${key} in the bucket. Put it there: darkroom recipes input FILE --name ${file}`,
    )
  }
}

async function requireCompanions(
  recipe: Recipe,
  { sources, companions }: Pick<DropPlan, 'sources' | 'companions'>,
  clients: PipelineClients,
): Promise<void> {
  const given = new Set(companions.map(({ key }) => key))
  for (const { path, key } of sources) {
    for (const needed of companionKeys(recipe, key)) {
      if (given.has(needed) || (await isThere(needed, clients))) continue
      const file = needed.slice(needed.lastIndexOf('/') + 1)
      throw new Error(
        `${path} needs ${file} beside it. Name both, or say --companions-later and drop it within the recipe's time.`,
      )
    }
  }
}

/** The job of the present version under this key, if it still runs. */
async function supersededJob(
  key: string,
  recipe: string,
  clients: PipelineClients,
): Promise<string | undefined> {
  const id = await jobOfKey(key, recipe, clients)
  const job = id === undefined ? undefined : await readJob(clients, id)
  return job?.status === 'running' || job?.status === 'parked' ? id : undefined
}

async function isThere(key: string, { s3, at }: PipelineClients): Promise<boolean> {
  return (await headVersion(s3, { bucket: at.dropBucket, key })) !== undefined
}

function unitsFor(recipe: Recipe, files: number): DropPlan['units'] {
  const { least, most } = unitsForOne(recipe)
  return { least: least * files, most: most * files }
}
