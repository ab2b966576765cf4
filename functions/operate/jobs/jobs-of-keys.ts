import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { headVersion } from '../../pipeline/core/adapters/s3-version.ts'
import { executionName } from '../../pipeline/core/begin/execution-name.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import { recipeOf } from '../../pipeline/core/sources/dropped-object.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { listRecipes } from '../recipes/load-recipe.ts'
import { readJobs } from './read-jobs.ts'

type Clients = Pick<PipelineClients, 's3' | 'db' | 'at'>

/** Attempts at one file that are looked for. */
const MOST_ATTEMPTS = 4
/** Recipes that a file of a batch is looked for under. */
const MOST_RECIPES = 20

/** Keys of files that begin with a text, in the bucket's order; `next` is what the following ones come after. */
export async function keysBelow(
  { s3, at }: Clients,
  prefix: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ keys: string[]; next?: string }> {
  const { Contents = [], IsTruncated } = await s3.send(
    new ListObjectsV2Command({
      Bucket: at.dropBucket,
      Prefix: prefix,
      MaxKeys: limit,
      ...(after !== undefined && { StartAfter: after }),
    }),
  )
  const listed = Contents.map(({ Key = '' }) => Key)
  const last = listed.at(-1)
  const keys = listed.filter((key) => !key.endsWith('/'))
  return { keys, ...(IsTruncated && last !== undefined && { next: last }) }
}

/**
 * The jobs of what lies under these keys now, the newest first. A job's id is a hash of bucket, key, version and
 * recipe, so that no index is needed. Of a batch's file the recipe is not in the key: those that there are now are
 * tried.
 */
export async function jobsOfKeys(clients: Clients, keys: readonly string[]): Promise<Job[]> {
  const { s3, at } = clients
  const bucket = at.dropBucket
  const files = keys.some((key) => !key.startsWith('drop/'))
  const recipes = files ? (await listRecipes({ s3, bucket })).slice(0, MOST_RECIPES) : []
  const ids = await Promise.all(
    keys.map(async (key) => {
      const facts = await headVersion(s3, { bucket, key })
      if (!facts) return []
      const source = { bucket, key, version: facts.version }
      const under = key.startsWith('drop/') ? [recipeOf(key)] : recipes
      return under.flatMap((recipe) =>
        Array.from({ length: MOST_ATTEMPTS }, (_, attempt) =>
          executionName(source, recipe, attempt),
        ),
      )
    }),
  )
  const jobs = await readJobs(clients, ids.flat())
  return jobs.sort((left, right) => right.createdAt.localeCompare(left.createdAt))
}
