import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { waitUntilObjectExists } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { METRIC_NAMESPACE } from '../../catalog/jobs/pipeline-metrics.ts'
import { RECEIPT } from '../../catalog/jobs/receipt.ts'
import { counted } from '../../functions/operate/counted.ts'
import { readMetrics } from '../../functions/operate/doctor/read-metric.ts'
import { type Job, receiptKey, receiptOf } from '../../functions/operate/pipeline-records.ts'
import type { OpenedSite } from '../connection/open-site.ts'
import { openObject } from '../jobs/fetch-result.ts'
import { eventually } from './eventually.ts'

/** One thing that was verified. */
export type Check = { ok: boolean; what: string; says: string; todo?: string }

/** What a job is checked against: the picture that was dropped, and the pipeline's name in its metrics. */
export type Expected = { png: Buffer; pipelineName: string }

/** Checks the record, the result, the receipt and the event of an ended job. */
export async function checkJob(site: OpenedSite, job: Job, expected: Expected): Promise<Check[]> {
  const record = checkRecord(job)
  if (!record.ok) return [record]
  return [
    record,
    await checkResult(site, job, expected),
    await checkReceipt(site, job),
    await checkEvent(site, job, expected),
  ]
}

function checkRecord(job: Job): Check {
  const what = 'record'
  if (job.status === 'succeeded') return { ok: true, what, says: `${job.id} succeeded.` }
  const why = job.failure?.message ?? job.parked?.reason ?? job.status
  return {
    ok: false,
    what,
    says: `${job.id} did not succeed: ${why}`,
    todo: `Look at \`darkroom job ${job.id} --timeline\`.`,
  }
}

async function checkResult({ pipeline }: OpenedSite, job: Job, { png }: Expected): Promise<Check> {
  const what = 'result'
  const todo = 'Look at the log of the function `deliver` and of the worker.'
  const [result] = job.results ?? []
  if (!result) return { ok: false, what, says: 'The record names no result.', todo }
  const bytes = await buffer(await openObject(pipeline.s3, result.bucket, result.key))
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== result.sha256) {
    return { ok: false, what, says: 'The result is not what the record says it is.', todo }
  }
  const [before, after] = await Promise.all([png, bytes].map(pixelsOf))
  const sameSize = before?.size === after?.size
  const changed = sameSize && before?.data.equals(after?.data ?? Buffer.alloc(0)) === false
  return changed
    ? {
        ok: true,
        what,
        says: `A picture of ${after?.size} whose pixels differ from the dropped one.`,
      }
    : {
        ok: false,
        what,
        says: sameSize
          ? 'The result has the pixels of the picture that was dropped.'
          : `A picture of ${after?.size} came of one of ${before?.size}.`,
        todo,
      }
}

async function pixelsOf(bytes: Buffer): Promise<{ size: string; data: Buffer }> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { size: `${info.width} × ${info.height}`, data }
}

/** The receipt is written right after the record says how the job ended. */
async function checkReceipt({ pipeline: { s3, at } }: OpenedSite, job: Job): Promise<Check> {
  const what = 'receipt'
  const [result] = job.results ?? []
  const prefix = result?.key.slice(0, result.key.indexOf(`${job.id}/`)) ?? 'results/'
  const target = { Bucket: at.resultsBucket, Key: receiptKey(job.id, prefix) }
  await waitUntilObjectExists({ client: s3, minDelay: 1, maxWaitTime: 60 }, target)
  const text = (await buffer(await openObject(s3, target.Bucket, target.Key))).toString()
  const parsed = z.safeParse(RECEIPT, JSON.parse(text))
  const agrees = isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(receiptOf(job))))
  if (parsed.success && agrees) {
    const { units, dollars } = parsed.data.cost
    const says = `${target.Key}: ${counted(units, 'unit')}, about $${dollars.total.toFixed(6)}.`
    return { ok: true, what, says }
  }
  return {
    ok: false,
    what,
    says: parsed.success
      ? `${target.Key} does not tell what the record tells.`
      : `${target.Key} is no receipt.`,
    todo: 'Compare the versions of this command and of the deployment; deploy again.',
  }
}

/** CloudWatch has a log line's metrics after about a minute. */
const METRIC_MS = { local: 10_000, deployed: 5 * 60_000 }

/**
 * The event goes to EventBridge, where nobody may look. Its metrics are written once EventBridge has taken it, so they
 * tell that it was told.
 */
async function checkEvent(site: OpenedSite, job: Job, { pipelineName }: Expected): Promise<Check> {
  const what = 'event'
  const query = {
    namespace: METRIC_NAMESPACE,
    name: 'Jobs',
    dimensions: { Pipeline: pipelineName, Recipe: job.recipe.name, Outcome: 'succeeded' },
    statistic: 'Sum' as const,
  }
  const since = Math.floor(Date.parse(job.createdAt) / 60_000) * 60_000
  const count = await eventually(
    async () => {
      const now = Date.now() + 60_000
      const [found] = await readMetrics(site.cloudWatch, [query], { since, now })
      return found
    },
    METRIC_MS[site.pipeline.local ? 'local' : 'deployed'],
  )
  return count
    ? { ok: true, what, says: 'EventBridge took the event of its end.' }
    : {
        ok: false,
        what,
        says: `No metric tells that EventBridge took its event, of the pipeline ${pipelineName}.`,
        todo: 'Name the pipeline as PIPELINE_NAME of its functions does (--pipeline), or look at the log of `deliver`.',
      }
}
