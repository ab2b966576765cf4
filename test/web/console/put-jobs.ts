import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { entriesOf, partitionOfRecord } from '../../../functions/pipeline/core/lists/job-lists.ts'
import type { Job } from '../../../functions/pipeline/core/ports/job.ts'
import type { Connection } from '../../stack/connect.ts'

/** The most that one request writes. */
const AT_ONCE = 25

/** Writes the records of jobs and their places in all lists, and nothing else: no execution, no task, no file. */
export async function putJobs({ db, at }: Connection, jobs: readonly Job[]): Promise<void> {
  const items = jobs.flatMap((job) => [{ ...job, day: partitionOfRecord(job) }, ...entriesOf(job)])
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const requests = items.slice(from, from + AT_ONCE).map((Item) => ({ PutRequest: { Item } }))
    await db.send(new BatchWriteCommand({ RequestItems: { [at.jobsTable]: requests } }))
  }
}

/** Jobs that ended well, a second apart, the newest of them at a time. Of their files none is there. */
export function endedJobs(
  { at }: Connection,
  { count, newest }: { count: number; newest: number },
): Job[] {
  return Array.from({ length: count }, (_, nth) => {
    const createdAt = new Date(newest - nth * 1000).toISOString()
    const key = `drop/slim/ended/${nth}.jpg`
    return {
      id: `job-${(0xe0000 + nth).toString(16).padStart(40, '0')}`,
      status: 'succeeded',
      source: { bucket: at.dropBucket, key, version: 'gone', size: 1000 },
      recipe: { name: 'slim' },
      attempt: 0,
      createdAt,
      finishedAt: createdAt,
      results: [],
    }
  })
}

/** A job that failed a while ago because nobody saved its recipe; `nth` tells several apart. Its file is not there. */
export function jobWithoutRecipe({ at }: Connection, name: string, nth: number): Job {
  const createdAt = new Date(Date.now() - 90_000 - nth * 1000).toISOString()
  return {
    id: `job-${`f${nth}`.padEnd(40, '0')}`,
    status: 'failed',
    source: {
      bucket: at.dropBucket,
      key: `drop/no-such-recipe/${name}`,
      version: 'gone',
      size: 1,
    },
    recipe: { name: 'no-such-recipe' },
    attempt: 0,
    createdAt,
    finishedAt: createdAt,
    failure: {
      code: 'RecipeUnknown',
      message: 'There is no recipe no-such-recipe.',
      state: 'Prepare',
      retryable: false,
    },
  }
}
