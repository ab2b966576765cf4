import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { createInterface } from 'node:readline'
import pMap from 'p-map'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import {
  type Batch,
  type ItemResult,
  sourceFolder,
} from '../../functions/operate/pipeline-records.ts'
import { fetchedName } from '../../functions/operate/results/fetched-name.ts'
import { pathBelow } from '../../functions/operate/results/path-below.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { fetchInto, openObject } from './fetch-result.ts'

const FETCHES_AT_ONCE = 8

/** A result that was written: the key of its source, its own, and where it is now. */
export type FetchedFile = { source: string; result: string; path: string }

/** What was fetched of a batch: the files that were written, and how many of its items have no result. */
export type FetchedBatch = { written: number; without: number; files: FetchedFile[] }

/**
 * Writes all results of an ended batch into a folder, each in the folder its source has below `files/` or its recipe,
 * under a name that follows from the source (`fetchedName`).
 * `progress` is told how many were written. Throws for a batch that has not ended.
 */
export async function fetchBatch(
  { id, results }: Pick<Batch, 'id' | 'results'>,
  folder: string,
  clients: OpenedPipeline,
  progress: (written: number) => void = () => {},
): Promise<FetchedBatch> {
  if (results === undefined) {
    throw new Error(`${id} has no list of results yet: it writes one when it has ended.`)
  }
  const { s3, at } = clients
  const lines = createInterface({ input: await openObject(s3, at.resultsBucket, results) })
  const fetched: FetchedBatch = { written: 0, without: 0, files: [] }
  await pMap(
    lines,
    async (line) => {
      const { key = '', job, results: keys = [] } = JSON.parse(line) as ItemResult
      if (keys.length === 0) fetched.without += 1
      for (const result of keys) {
        const name = posix.join(sourceFolder(key), fetchedName(key, result))
        const sha256 = await hashIfThere(job, result, pathBelow(folder, name), clients)
        const place = { bucket: at.resultsBucket, key: result, folder, name, sha256 }
        const path = await fetchInto(clients, place)
        fetched.files.push({ source: key, result, path })
        fetched.written += 1
        progress(fetched.written)
      }
    },
    { concurrency: FETCHES_AT_ONCE },
  )
  return fetched
}

/** The SHA-256 of a result, asked for only where a file has its place already. */
async function hashIfThere(
  job: string | undefined,
  result: string,
  path: string,
  clients: OpenedPipeline,
): Promise<string | undefined> {
  if (job === undefined || !existsSync(path)) return undefined
  const record = await readJob(clients, job)
  return record?.results?.find(({ key }) => key === result)?.sha256
}
