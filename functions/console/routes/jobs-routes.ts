import * as z from 'zod/mini'
import {
  CHANGES_ANSWER,
  JOB_ANSWER,
  JOBS_ANSWER,
  TIMELINE_ANSWER,
  WEBHOOKS_ANSWER,
} from '../../../catalog/console/wire.ts'
import { FAILURES } from '../../../catalog/failures/failures.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import { missingCompanions } from '../../operate/drops/missing-companions.ts'
import { pageOfJobs } from '../../operate/jobs/page-of-jobs.ts'
import { readJob } from '../../operate/jobs/read-job.ts'
import { readJobs } from '../../operate/jobs/read-jobs.ts'
import { runningJobs } from '../../operate/jobs/running-jobs.ts'
import { estimateCost, executionName, type Job } from '../../operate/pipeline-records.ts'
import { unitsForOne } from '../../operate/recipes/units-for-one.ts'
import { readExecution } from '../../operate/timeline/read-timeline.ts'
import { type Endpoint, eventIdOf } from '../../service/admin.ts'
import { jobFile } from './job-file.ts'
import { jobRow } from './job-row.ts'
import { JOB_ID, requireJob } from './require-job.ts'
import { type ConsoleRoute, type RouteDeps, route } from './route.ts'

/** A cursor of an earlier page, or a time: `2026-11-26T14:00:00.000Z~job-…`. */
const CURSOR =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z(~job-[0-9a-f]{40}(?:-[1-9]\d{0,4})?)?$/

const cursor = z.string().check(
  z.regex(CURSOR, 'must be a cursor of an earlier page, or a time such as 2026-11-26T14:00Z'),
  z.refine((text) => !Number.isNaN(Date.parse(text.split('~')[0] ?? '')), 'must be a time'),
)
const STATES = ['running', 'parked', 'succeeded', 'refused', 'failed'] as const

const listing = z.strictObject({
  before: z.optional(cursor),
  recipe: z.optional(z.string().check(z.regex(RECIPE_NAME, 'must be a recipe’s name'))),
  state: z.optional(z.enum(STATES)),
  reason: z.optional(
    z.string().check(z.refine((code) => code in FAILURES, 'must be a code of a failure')),
  ),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
})

const ROWS = 50

/** Jobs and one job. */
export const JOBS_ROUTES: readonly ConsoleRoute[] = [
  route({
    method: 'GET',
    path: '/jobs',
    role: 'viewer',
    says: 'A page of jobs, newest first.',
    answer: { json: JOBS_ANSWER },
    query: listing,
    handle: async ({ query: { limit = ROWS, ...asked } }, { pipeline, now }) => {
      const open = asked.state === 'running' && asked.reason === undefined
      const { jobs, next } = await (open ? runningJobs : pageOfJobs)(
        pipeline,
        { ...asked, limit },
        now(),
      )
      return { json: { jobs: jobs.map(jobRow), ...(next !== undefined && { next }) } }
    },
  }),
  route({
    method: 'POST',
    path: '/changes',
    role: 'viewer',
    says: 'What is new since the newest row that is known, and how these running jobs are.',
    answer: { json: CHANGES_ANSWER },
    body: z.strictObject({
      /** The newest job that is known; without it there is nothing new. */
      since: z.optional(cursor),
      running: z.array(z.string().check(z.regex(JOB_ID))).check(z.maxLength(200)),
    }),
    handle: async ({ body: { since, running } }, deps) => {
      const { pipeline, now } = deps
      const [at = '', id = ''] = (since ?? '').split('~')
      const [head, changed] = await Promise.all([
        since === undefined ? [] : newestSince(at, deps),
        readJobs(pipeline, running),
      ])
      const isNew = (job: Job): boolean =>
        job.createdAt > at || (job.createdAt === at && job.id > id)
      const fresh = head.filter(isNew)
      return {
        json: {
          at: new Date(now()).toISOString(),
          fresh: fresh.map(jobRow),
          // More may be new than a page holds: the page then begins anew.
          more: fresh.length >= ROWS,
          changed: changed.map(jobRow),
        },
      }
    },
  }),
  route({
    method: 'GET',
    path: '/jobs/{id}',
    role: 'viewer',
    says: 'One job: its record, its cost, the attempts before and after it, and what it waits for.',
    answer: { json: JOB_ANSWER },
    handle: async ({ at }, deps) => {
      const job = await requireJob(at, deps)
      const [before, after, missing] = await Promise.all([
        neighbour(job, -1, deps),
        neighbour(job, 1, deps),
        missingCompanions(deps.pipeline, job),
      ])
      const cost =
        job.status === 'running' || job.status === 'parked' ? undefined : estimateCost(job)
      return {
        json: {
          job: withoutNotes(job),
          row: jobRow(job),
          ...(cost && { cost }),
          ...(job.status === 'failed' &&
            job.recipe.plan && { price: unitsForOne(job.recipe.plan) }),
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
          ...(missing && { missing }),
        },
      }
    },
  }),
  route({
    method: 'GET',
    path: '/jobs/{id}/timeline',
    role: 'viewer',
    says: 'The states that a job’s execution entered; empty when it has not begun or is not kept any more.',
    answer: { json: TIMELINE_ANSWER },
    handle: async ({ at }, deps) => {
      const { id } = await requireJob(at, deps)
      return { json: await readExecution(deps.pipeline, id) }
    },
  }),
  route({
    method: 'GET',
    path: '/jobs/{id}/webhooks',
    role: 'viewer',
    says: 'Every attempt to tell the pipeline that a task of this job ended; our own service’s alone.',
    answer: { json: WEBHOOKS_ANSWER },
    handle: async ({ at }, deps) => {
      const job = await requireJob(at, deps)
      return { json: { tasks: await attemptsOf(job, deps) } }
    },
  }),
  route({
    method: 'GET',
    path: '/jobs/{id}/receipt',
    role: 'viewer',
    says: 'The receipt of a job, as it lies beside its results.',
    answer: { redirects: true },
    handle: async ({ at }, deps) => ({
      redirect: await jobFile(await requireJob(at, deps), 'receipt', deps),
    }),
  }),
  route({
    method: 'GET',
    path: '/files/{job}/{which}',
    role: 'viewer',
    says: 'Leads to the bytes of a source, a result or a receipt for five minutes.',
    answer: { redirects: true },
    handle: async ({ at }, deps) => ({
      redirect: await jobFile(
        await requireJob({ id: at['job'] ?? '' }, deps),
        at['which'] ?? '',
        deps,
      ),
    }),
  }),
]

/** The newest jobs since a time; no more of the list is read than is new. */
async function newestSince(time: string, { pipeline, now }: RouteDeps): Promise<Job[]> {
  const since = new Date(time).toISOString()
  return (await pageOfJobs(pipeline, { since, limit: ROWS }, now())).jobs
}

/** The attempt before or after a job, where there is one. */
async function neighbour(
  { source, recipe, attempt }: Job,
  step: 1 | -1,
  { pipeline }: RouteDeps,
): Promise<string | undefined> {
  if (attempt + step < 0) return undefined
  const id = executionName(source, recipe.name, attempt + step)
  return (await readJob(pipeline, id))?.id
}

/** The record without what the pipeline notes for itself. */
function withoutNotes(job: Job): Job {
  const { funding: _, ...rest } = job
  return rest
}

async function attemptsOf(job: Job, { service }: RouteDeps) {
  if (!service) return []
  const ids = (job.trail?.steps ?? []).flatMap(({ detection, tasks }) => [
    ...(detection ? [detection] : []),
    ...tasks.flatMap(({ detection: own, taskId }) => [own, taskId].filter((id) => id != null)),
  ])
  // The tasks of a job are of one account.
  const read = new Map<string, Promise<Endpoint[]>>()
  const endpointsOf = (account: string): Promise<Endpoint[]> => {
    const endpoints = read.get(account) ?? service.webhooks.endpoints(account)
    read.set(account, endpoints)
    return endpoints
  }
  return Promise.all(
    [...new Set(ids)].map(async (task) => {
      const event = eventIdOf(task)
      const known = await service.tasks.get(task)
      const [deliveries, endpoints] = known
        ? await Promise.all([
            service.webhooks.deliveriesOf(known.account, event),
            endpointsOf(known.account),
          ])
        : [[], []]
      const isPipeline = (id: string): boolean =>
        endpoints.some((one) => one.id === id && one.purpose === 'pipeline')
      return {
        task,
        event,
        ...(known && {
          feature: known.feature,
          stage: known.stage,
          createdAt: isoTime(known.createdAt),
          ...(known.finishedAt !== undefined && { finishedAt: isoTime(known.finishedAt) }),
        }),
        deliveries: deliveries.map(({ status, attempts, endpointId }) => ({
          status,
          endpoint: endpointId,
          pipeline: isPipeline(endpointId),
          attempts: attempts.map(({ at, ...made }) => ({
            at: new Date(at).toISOString(),
            ...made,
          })),
        })),
      }
    }),
  )
}

/** Epoch seconds as ISO 8601. */
function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
