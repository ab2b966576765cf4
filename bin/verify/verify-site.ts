import { randomUUID } from 'node:crypto'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { checkBuckets } from '../../functions/operate/doctor/check-buckets.ts'
import { type Written, writtenVersion } from '../../functions/operate/drops/written-version.ts'
import { executionName } from '../../functions/operate/pipeline-records.ts'
import { onePerson } from '../../samples/one-person.ts'
import { portrait } from '../../samples/portrait.ts'

import type { OpenedSite } from '../connection/open-site.ts'
import { followJob } from '../jobs/follow-job.ts'
import { explainError } from '../program/explain-error.ts'

import { type Check, checkJob } from './check-job.ts'
import { removeTraces } from './remove-traces.ts'

/** One recipe that is tried, under a name that is only used for this. */
type Trial = {
  recipe: string
  what: string
  steps: readonly object[]
  draw: () => Promise<{ png: Buffer }>
}

/** Pixels. A body reshape takes no picture much smaller, and a larger one would only take longer. */
const WIDTH = 450

/**
 * The names are always the same, so that the metrics by recipe do not grow with every verification. The second feature
 * is announced by no webhook: its job ends by polling alone.
 */
const TRIALS: readonly Trial[] = [
  {
    recipe: 'darkroom-verify',
    what: 'a job that webhooks end',
    draw: () => onePerson('ines', WIDTH),
    steps: [
      { feature: 'body-reshape', target: 'largest', parameters: { features: { slim: -60 } } },
    ],
  },
  {
    recipe: 'darkroom-verify-polling',
    what: 'a job that polling alone ends',
    draw: portrait,
    steps: [{ feature: 'skin-simulation', parameters: { wrinkle: 0.6, redness: 0.5 } }],
  },
]

export type VerifyOptions = {
  /** How the metrics of the pipeline name it: its path in the CDK app. */
  pipelineName: string
  /** Takes each check as soon as it is made. */
  report: (check: Check) => void
  /** Where the progress of the jobs is shown. */
  out?: typeof process.stderr
  /** Milliseconds that a job may take. @default 15 minutes */
  limitMs?: number
}

/**
 * Drops a drawn picture under each trial's recipe, follows its job, checks what came of it, and removes what was made,
 * also when a check fails. Returns the checks; what is not `ok` says what to do.
 */
export async function verifySite(site: OpenedSite, options: VerifyOptions): Promise<Check[]> {
  const checks: Check[] = []
  const report = (check: Check): void => {
    checks.push(check)
    options.report(check)
  }
  // Nothing comes of a drop there, which would be waited for.
  const found = await checkBuckets(site).catch(() => [])
  for (const { level, says, todo } of found) {
    if (level === 'problem') report({ ok: false, what: 'buckets', says, ...(todo && { todo }) })
  }
  if (checks.length > 0) return checks
  for (const trial of TRIALS) {
    const { png } = await trial.draw()
    await runTrial(site, trial, png, { ...options, report })
  }
  return checks
}

async function runTrial(
  site: OpenedSite,
  { recipe, what, steps }: Trial,
  png: Buffer,
  { pipelineName, report, out, limitMs = 15 * 60_000 }: VerifyOptions,
): Promise<void> {
  const { pipeline } = site
  const { s3, at } = pipeline
  const made: { key: string; version: string | undefined }[] = []
  const put = async (Key: string, Body: string | Buffer): Promise<Written> => {
    const written = await s3.send(new PutObjectCommand({ Bucket: at.dropBucket, Key, Body }))
    made.push({ key: Key, version: written.VersionId })
    return written
  }
  const recipeKey = `recipes/${recipe}.json`
  const key = `drop/${recipe}/${randomUUID()}/drawn.png`
  let job: string | undefined
  try {
    await put(recipeKey, JSON.stringify({ steps }))
    const written = await put(key, png)
    const version = await writtenVersion(s3, { bucket: at.dropBucket, key }, written)
    job = executionName({ bucket: at.dropBucket, key, version }, recipe)
    const ended = await followJob(pipeline, job, { limitMs, ...(out && { out }) })
    for (const check of await checkJob(site, ended, { png, pipelineName })) {
      report({ ...check, what: `${what}: ${check.what}` })
    }
  } catch (error) {
    const todo = `Look at \`darkroom job ${job ?? '<id>'} --timeline\` and run \`darkroom doctor\`.`
    report({ ok: false, what, says: explainError(error), todo })
  }
  const left = await removeTraces(site, { objects: made, job }).catch(explainError)
  report(
    left === undefined
      ? { ok: true, what: `${what}: removed`, says: 'Everything that was made is removed.' }
      : {
          ok: false,
          what: `${what}: removed`,
          says: `Something is left: ${left}`,
          todo: `Remove s3://${at.dropBucket}/${key} and s3://${at.resultsBucket}/results/${job}/ by hand.`,
        },
  )
}
