import { HeadObjectCommand, NotFound } from '@aws-sdk/client-s3'
import { companionKeys } from '../../../catalog/recipe/companions.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** What a job waits for before its execution begins: keys of the drop bucket, and between which times. */
export type MissingCompanions = { keys: string[]; since: Date; until: Date }

/** The companions of a running job that are not in the drop bucket; undefined when none is missing. */
export async function missingCompanions(
  { s3 }: Pick<PipelineClients, 's3'>,
  { status, source, recipe: { plan }, refusal, createdAt }: Job,
): Promise<MissingCompanions | undefined> {
  if (status !== 'running' || !plan || refusal) return undefined
  const keys: string[] = []
  for (const key of companionKeys(plan, source.key)) {
    if (!(await exists(s3, source.bucket, key))) keys.push(key)
  }
  const since = new Date(createdAt)
  const until = new Date(since.getTime() + plan.companionSeconds * 1000)
  return keys.length > 0 ? { keys, since, until } : undefined
}

async function exists(s3: PipelineClients['s3'], Bucket: string, Key: string): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand({ Bucket, Key }))
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}

/** The same in words: what is missing, since when, and how long the job still waits. */
export function describeMissing(
  { keys, since, until }: MissingCompanions,
  now: number = Date.now(),
): string {
  const left = Math.ceil((until.getTime() - now) / 1000)
  const named = keys.map((key) => JSON.stringify(key)).join(' and ')
  const rest = left > 0 ? `${left} s are left` : 'its time is over'
  return `waiting for ${named} since ${since.toISOString().slice(11, 19)} UTC, ${rest}`
}
