import { posix } from 'node:path'
import pMap from 'p-map'
import { type Job, sourceFolder } from '../../functions/operate/pipeline-records.ts'
import { fetchedName } from '../../functions/operate/results/fetched-name.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { fetchInto } from './fetch-result.ts'

const FETCHES_AT_ONCE = 8

/** A result that is in the folder now: the key of its source, its own, and where it is. */
export type FetchedResult = { source: string; result: string; path: string }

/**
 * Brings the results of jobs into a folder, each where its source was and under a name that follows from it. A result
 * that is there already is not fetched again.
 */
export async function fetchJobs(
  jobs: readonly Job[],
  folder: string,
  clients: OpenedPipeline,
): Promise<FetchedResult[]> {
  const wanted = jobs.flatMap(({ source, results = [] }) =>
    results.map((result) => ({ source: source.key, result })),
  )
  return await pMap(
    wanted,
    async ({ source, result: { bucket, key, sha256 } }) => {
      const name = posix.join(sourceFolder(source), fetchedName(source, key))
      const path = await fetchInto(clients, { bucket, key, folder, name, sha256 })
      return { source, result: key, path }
    },
    { concurrency: FETCHES_AT_ONCE },
  )
}
