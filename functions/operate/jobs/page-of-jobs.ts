import { outcomeOf } from '../../../catalog/failures/outcome-of.ts'
import type { JobList, JobState } from '../../pipeline/core/lists/job-lists.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { readJobs } from './read-jobs.ts'
import { type DayWalk, dayOf, type ListedJob, walkDay, walkParked } from './walk-day.ts'

const DAY_MS = 86_400_000

/** Which jobs are asked for. */
export type JobsAsked = {
  /** Jobs that began before this: a cursor of an earlier page, or an ISO 8601 time to jump to. @default the newest */
  before?: string | undefined
  /** None that began before this time. */
  since?: string | undefined
  recipe?: string | undefined
  state?: JobState | undefined
  /** The code of a failure or a refusal. */
  reason?: string | undefined
  /** At most so many. */
  limit: number
}

export type JobsPage = {
  /** Newest first. */
  jobs: Job[]
  /** Where the next page begins; absent after the oldest job that is looked for. */
  next?: string
}

/**
 * Where several things are asked for at once, the shortest of their lists is walked through and this many of its jobs
 * are passed over in one page, which may then hold few or none and yet have a next one.
 */
const MOST_PASSED = 1000
/** Days without any job that are passed over in one page; each is a query a partition. */
const MOST_EMPTY_DAYS = 31
/** Entries of lists leave after 400 days. */
const MOST_DAYS = 366

/** What a page of jobs is read with. */
type Clients = Pick<PipelineClients, 'db' | 'at' | 'emptyDays' | 'begunAt'>

/** A page of jobs, newest first, through the shortest list that holds all that are asked for. */
export async function pageOfJobs(
  clients: Clients,
  asked: JobsAsked,
  now: number = Date.now(),
): Promise<JobsPage> {
  const { before, limit, since = '' } = asked
  const start = positionOf(before, now)
  const page = new Page(clients, asked)
  if (asked.state === 'parked') {
    await page.take(walkParked(clients, { since, until: start.at, wanted: limit }), start)
    return page.answer()
  }
  const oldest = oldestDay([since, clients.begunAt], now)
  const list = listFor(asked)
  let [position, emptyDays] = [start, 0]
  for (let day = dayOf(Date.parse(start.at)); day >= oldest && !page.isFull; day--) {
    const until = position.at
    if (clients.emptyDays?.has(day)) {
      position = dayBefore(day)
      continue
    }
    const walk = { list, day, since, until, newestFirst: true, wanted: limit }
    const any = await page.take(walkDay(clients, walk), position)
    if (page.isFull) break
    if (!any && staysEmpty(walk, now)) clients.emptyDays?.add(day)
    position = dayBefore(day)
    emptyDays = any ? 0 : emptyDays + 1
    if (emptyDays >= MOST_EMPTY_DAYS && day > oldest) return page.answer(cursorOf(position))
  }
  return page.answer()
}

/** The first day that is looked at: none before the latest of some times, where they are given. */
function oldestDay(times: readonly (string | undefined)[], now: number): number {
  const days = times.map((time) => (time ? dayOf(Date.parse(time)) : 0))
  return Math.max(dayOf(now) - MOST_DAYS, ...days)
}

/** The end of the day before. */
function dayBefore(day: number): JobPosition {
  return { at: new Date(day * DAY_MS - 1).toISOString() }
}

/** Whether a day without jobs has none in any list for good: all of it was asked for, of all jobs, and it is over. */
function staysEmpty({ list, day, since, until }: DayWalk, now: number): boolean {
  const [begin, end] = [day * DAY_MS, (day + 1) * DAY_MS - 1].map((at) =>
    new Date(at).toISOString(),
  )
  // Clocks differ, so yesterday is not over for everybody.
  const isOver = day < dayOf(now) - 1
  return list === 'all' && isOver && since <= String(begin) && until >= String(end)
}

/** The shortest list that holds every job that is asked for. */
function listFor({ recipe, state, reason }: JobsAsked): JobList {
  if (reason !== undefined) return `reason ${reason}`
  if (state === 'failed' || state === 'refused') return state
  return recipe === undefined ? 'all' : `recipe ${recipe}`
}

/** Jobs that began up to `at`; of those at that very millisecond the ones whose id comes before `id`. */
export type JobPosition = { at: string; id?: string }

/** The position of a cursor or a time; without one that of the newest job. */
export function positionOf(before: string | undefined, now: number): JobPosition {
  // Clocks differ: what another one dates an hour ahead is there, too.
  if (before === undefined) return { at: new Date(now + DAY_MS / 24).toISOString() }
  const [at = '', id] = before.split('~')
  return { at: new Date(at).toISOString(), ...(id !== undefined && { id }) }
}

/** A position as pages are given it. */
export function cursorOf({ at, id }: JobPosition): string {
  return id === undefined ? at : `${at}~${id}`
}

/** Fills up with the jobs that are asked for. */
class Page {
  isFull = false
  private readonly jobs: Job[] = []
  private passed = 0
  private last: JobPosition | undefined
  private readonly clients: Clients
  private readonly asked: JobsAsked

  constructor(clients: Clients, asked: JobsAsked) {
    this.clients = clients
    this.asked = asked
  }

  /** Takes jobs behind a position until the page is full. Whether there were any. */
  async take(walk: AsyncGenerator<ListedJob, void>, from: JobPosition): Promise<boolean> {
    let any = false
    let candidates: ListedJob[] = []
    for await (const job of walk) {
      any = true
      if (!isBehind(job, from)) continue
      if (mayPass(job, this.asked)) candidates.push(job)
      else this.pass(job)
      if (candidates.length >= this.asked.limit - this.jobs.length) {
        await this.add(candidates)
        candidates = []
      }
      if (this.isFull) return true
    }
    await this.add(candidates)
    return any
  }

  answer(next?: string): JobsPage {
    const { jobs, last } = this
    const after = this.isFull && last ? cursorOf(last) : next
    return { jobs, ...(after !== undefined && { next: after }) }
  }

  private pass({ createdAt: at, id }: ListedJob): void {
    this.last = { at, id }
    this.passed += 1
    this.isFull ||= this.passed >= MOST_PASSED
  }

  private async add(candidates: readonly ListedJob[]): Promise<void> {
    const ids = candidates.flatMap(({ record, id }) => (record ? [] : [id]))
    const read = new Map((await readJobs(this.clients, ids)).map((job) => [job.id, job]))
    for (const one of candidates) {
      const job = one.record ?? read.get(one.id)
      if (!job || !passes(job, this.asked)) {
        this.pass(one)
        continue
      }
      this.jobs.push(job)
      this.last = { at: one.createdAt, id: one.id }
    }
    this.isFull ||= this.jobs.length >= this.asked.limit
  }
}

/** Whether a job is behind a position, newest first. */
function isBehind({ createdAt, id }: ListedJob, position: JobPosition): boolean {
  if (createdAt !== position.at) return createdAt < position.at
  return position.id === undefined || id < position.id
}

/** Whether what a list tells of a job does not speak against it. */
function mayPass({ record, entry }: ListedJob, asked: JobsAsked): boolean {
  if (record) return passes(record, asked)
  const { recipe, state, reason } = asked
  return (
    (recipe === undefined || entry.recipe === recipe) &&
    (state === undefined || entry.state === undefined || entry.state === state) &&
    (reason === undefined || entry.reason === undefined || entry.reason === reason)
  )
}

function passes(job: Job, { recipe, state, reason }: JobsAsked): boolean {
  const { failure, refused } = job
  return (
    (recipe === undefined || job.recipe.name === recipe) &&
    (state === undefined || outcomeOf(job) === state) &&
    (reason === undefined || (failure?.code ?? refused?.code) === reason)
  )
}
