import { missingCompanions } from '../../operate/drops/missing-companions.ts'
import { pageOfJobs } from '../../operate/jobs/page-of-jobs.ts'
import { placeInLine } from '../../operate/jobs/place-in-line.ts'
import { readJob } from '../../operate/jobs/read-job.ts'
import { readJobs } from '../../operate/jobs/read-jobs.ts'
import { runningJobs } from '../../operate/jobs/running-jobs.ts'
import { estimateCost, executionName, type Job } from '../../operate/pipeline-records.ts'
import { unitsForOne } from '../../operate/recipes/units-for-one.ts'
import { readExecution } from '../../operate/timeline/read-timeline.ts'
import { type Endpoint, eventIdOf } from '../../service/admin.ts'
import { jobRow } from './job-row.ts'
import { JOBS } from './jobs-forms.ts'
import { linkToJobFile } from './link-to-job-file.ts'
import { requireJob } from './require-job.ts'
import { type ConsoleRoute, type RouteDeps, route } from './route.ts'

const ROWS = 50

/** Jobs and one job. */
export const JOBS_ROUTES: readonly ConsoleRoute[] = [
  route({
    ...JOBS.list,
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
    ...JOBS.changes,
    handle: async ({ body: { since, running } }, deps) => {
      const { pipeline, now } = deps
      const [at = '', id = ''] = (since ?? '').split('~')
      const [head, changed] = await Promise.all([
        since === undefined ? [] : newestSince(at, deps),
        readJobs(pipeline, running),
      ])
      const fresh = head.filter((job) => isNewer(job, { at, id }))
      return {
        json: {
          at: new Date(now()).toISOString(),
          fresh: fresh.map(jobRow),
          // More may be new than a page holds: the page then begins anew.
          more: fresh.length === ROWS,
          changed: changed.map(jobRow),
        },
      }
    },
  }),
  route({
    ...JOBS.job,
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
    ...JOBS.timeline,
    handle: async ({ at }, deps) => {
      const job = await requireJob(at, deps)
      const execution = await readExecution(deps.pipeline, job.id)
      const hasBegun = execution.timeline.length > 0
      const place = hasBegun ? undefined : await placeInLine(deps.pipeline, job)
      return { json: { ...execution, ...(place && { place }) } }
    },
  }),
  route({
    ...JOBS.webhooks,
    handle: async ({ at }, deps) => {
      const job = await requireJob(at, deps)
      return { json: { tasks: await attemptsOf(job, deps) } }
    },
  }),
  route({
    ...JOBS.receipt,
    handle: async ({ at }, deps) => ({
      redirect: await linkToJobFile(await requireJob(at, deps), 'receipt', false, deps),
    }),
  }),
  route({
    ...JOBS.file,
    handle: async ({ at, query }, deps) => ({
      redirect: await linkToJobFile(
        await requireJob({ id: at['job'] ?? '' }, deps),
        at['which'] ?? '',
        query.as === 'download',
        deps,
      ),
    }),
  }),
]

/** Whether a job comes after another in the list, in which those of one millisecond lie by their ids. */
export function isNewer(
  { createdAt, id }: Pick<Job, 'createdAt' | 'id'>,
  than: { at: string; id: string },
): boolean {
  return createdAt > than.at || (createdAt === than.at && id > than.id)
}

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
