import { createHash } from 'node:crypto'
import { executionName } from '../../functions/pipeline/core/begin/execution-name.ts'
import { limitsOf } from '../../functions/pipeline/core/budget/counters.ts'
import { jobOfCallback } from '../../functions/pipeline/core/ports/inbox.ts'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { isAlike, isWrite, nextAlike } from '../../functions/pipeline/core/sources/write-version.ts'
import { type Dice, type Fault, HARMLESS, RETRIED } from './dice.ts'
import { DROP_BUCKET, HOPELESS, writesOf } from './files.ts'
import { newestLookedAt, supersededByJob } from './newest-write.ts'
import { damageIsSaid, preparedAlike, preparedLeaves, preparedOnly } from './prepared-pictures.ts'
import type { World } from './world.ts'

type Check = (world: World, dice: Dice) => string[]

/** What must hold after every run; each line names the rule and what broke it. */
export const violations: Check = (world, dice) =>
  [
    oneJob,
    oneEnding,
    oneOutcome,
    oneCharge,
    urlsLast,
    deadlines,
    oneWebhookId,
    nothingLost,
    newestLookedAt,
    supersededByJob,
    withinBudget,
    nothingHeldBack,
    nobodyInLine,
    parkedIsSaid,
    wakesUp,
    receiptsAgree,
    sourcesHashed,
    versionsApart,
    newestWins,
    preparedOnly,
    preparedLeaves,
    preparedAlike,
    damageIsSaid,
    noSecondGuess,
    smallStates,
    goneIsSaid,
    mildSucceeds,
  ].flatMap((check) => check(world, dice))

function jobOf({ key, version, recipe }: World['dropped'][number]): string {
  return executionName({ bucket: DROP_BUCKET, key, version }, recipe)
}

/**
 * The names that the jobs of a write may have. Where S3 cannot tell some apart there are no more than writes of the key
 * in that second.
 */
function jobsOf(file: World['dropped'][number], dropped: World['dropped']): string[] {
  if (!isWrite(file.version)) return [jobOf(file)]
  const second = Math.floor(file.at / 1000)
  let source = { bucket: DROP_BUCKET, size: 0, key: file.key, version: file.version }
  return dropped
    .filter(({ key, at }) => key === file.key && Math.floor(at / 1000) === second)
    .map(() => {
      const id = executionName(source, file.recipe)
      source = nextAlike(source)
      return id
    })
}

/** 1. One object version and recipe gives one job and one execution; a deliberate attempt gives one more. */
const oneJob: Check = ({ ports, workflow, dropped, retried }) => {
  const expected = new Set([
    ...dropped.flatMap((file) => jobsOf(file, dropped)),
    ...[...retried].map((id) => `${id}-1`),
  ])
  const found = [
    ...ports.jobs.all().map(({ id }) => id),
    ...workflow.executions().map((e) => e.name),
  ]
  return found.filter((id) => !expected.has(id)).map((id) => `1: nobody dropped what ${id} is for`)
}

/** 2. A job ends in exactly one terminal record, and a terminal record never changes. */
const oneEnding: Check = ({ ports }) =>
  ports.jobs.all().flatMap(({ id }) => {
    const endings = ports.jobs
      .versionsOf(id)
      .filter(({ status }) => status === 'succeeded' || status === 'failed')
      .map((job) => JSON.stringify(job))
    return new Set(endings).size > 1 ? [`2: ${id} ended as ${endings.join(' and as ')}`] : []
  })

/** The outcome of a task is the first one that was heard, whatever is said later. */
const oneOutcome: Check = ({ ports }) =>
  [...ports.inbox.outcomes].flatMap(([task, outcomes]) =>
    new Set(outcomes.map(({ status }) => status)).size > 1
      ? [`2: ${task} was concluded as ${outcomes.map(({ status }) => status).join(', then ')}`]
      : [],
  )

/** 3. At most one charged task per job, step, target and attempt. */
const oneCharge: Check = ({ service }) => {
  // A task that was refused before its source was prepared is another one, but not another charge.
  const charged = service.tasks
    .filter((task) => task.charged)
    .map(({ key }) => key.replace(/\/prepared$/, ''))
  return [
    ...charged
      .filter((key, at) => charged.indexOf(key) !== at)
      .map((key) => `3: ${key} paid twice`),
    ...service.complaints.map((complaint) => `3: ${complaint}`),
  ]
}

/** No task is begun whose source URL has ended, while its job goes on and so somebody looks at it. */
const urlsLast: Check = ({ service, ports }) =>
  service.tasks
    .filter(({ late, key, endedAt }) => {
      const { finishedAt } = ports.jobs.all().find(({ id }) => id === jobOfCallback(key)) ?? {}
      return late && !(finishedAt && Date.parse(finishedAt) < endedAt)
    })
    .map(({ id }) => `urls: the source URL of ${id} had ended when work began`)

/** 4. No token waits without a deadline: when nothing is left to happen, nobody waits. */
const deadlines: Check = ({ workflow }) =>
  workflow
    .executions()
    .filter(({ status }) => status === 'RUNNING')
    .map(({ name }) => `4: ${name} waits for ever`)

/** 5. Every webhook attempt of one event carries the same `webhook-id`. */
const oneWebhookId: Check = ({ announcer }) =>
  [...announcer.ids].filter(([, ids]) => ids.size > 1).map(([body]) => `5: several ids for ${body}`)

/**
 * 6. A dropped file is done, failed with a reason, or parked where somebody sees it. Every run lasts longer than a
 * budget holds a file back, so a job that is still parked at its end was forgotten. Where the bucket keeps no versions
 * a write may leave nothing to look at: there 7 says whose job there is.
 */
const nothingLost: Check = ({ ports, dropped, lost, unrecorded }) => {
  const jobs = new Map(ports.jobs.all().map((job) => [job.id, job]))
  const kept = dropped.filter(({ version }) => !isWrite(version))
  const ids = new Set([...kept.map(jobOf), ...jobs.keys()])
  const parked = new Set([
    ...unrecorded,
    ...lost.drop.flatMap((body) => parkedIn(JSON.parse(body), dropped)),
  ])
  return [...ids].flatMap((id) => {
    const job = jobs.get(id)
    const done = job?.status === 'succeeded' && job.results?.length
    const failed = job?.status === 'failed' && job.failure?.message
    return done || failed || parked.has(id)
      ? []
      : [`6: ${id} is lost: ${job?.status ?? 'no record'}`]
  })
}

/** The job a dead letter is about. */
function parkedIn(
  body: {
    lookAgain?: string
    turn?: string
    release?: string
    detail?: { object: Record<string, string> }
  },
  dropped: World['dropped'],
): string[] {
  const asked = body.lookAgain ?? body.turn ?? body.release
  if (asked !== undefined) return [asked]
  return dropped
    .filter(({ key, version }) =>
      isWrite(version)
        ? key === body.detail?.object['key']
        : version === body.detail?.object['version-id'],
    )
    .flatMap((file) => jobsOf(file, dropped))
}

/** No day pays for more units than it has, but for what somebody let go on all the same. */
const withinBudget: Check = ({ ports, service, released }) => {
  const spent = new Map<string, number>()
  for (const { id, funding, recipe } of ports.jobs.all()) {
    if (!funding || released.has(id)) continue
    const units = service.tasks.filter(
      ({ key, charged }) => charged && key.startsWith(`${id}/`),
    ).length
    for (const counter of ['units', `units:${recipe.name}`]) {
      const at = `${funding.day} ${counter}`
      spent.set(at, (spent.get(at) ?? 0) + units)
    }
  }
  return [...spent].flatMap(([at, units]) => {
    const [, counter = ''] = at.split(' ')
    const most = limitsOf(ports.budget, counter.split(':')[1] ?? '')[counter]
    return most !== undefined && units > most ? [`budget: ${at}: ${units} of ${most}`] : []
  })
}

/** Every turn comes: when nothing is left to happen, nobody stands in line whose message is not a dead letter. */
const nobodyInLine: Check = ({ ports, lost }) =>
  [...ports.jobs.line]
    .filter(([, { inLine }]) => inLine)
    .filter(([id]) => !lost.drop.some((body) => body.includes(id)))
    .map(([id]) => `line: ${id} waits for a turn`)

/** What a parked file is said to wait for is said in full, and nobody is told so of another. */
const parkedIsSaid: Check = ({ ports, announced }) => {
  const parked = ports.jobs
    .all()
    .flatMap(({ id }) => ports.jobs.versionsOf(id))
    .filter(({ status }) => status === 'parked')
  const known = new Set(parked.map(({ id }) => id))
  return [
    ...parked
      .filter(({ parked: why }) => !why?.reason || !(Date.parse(why.until) > Date.parse(why.since)))
      .map(({ id }) => `parked: nobody knows why ${id} waits`),
    ...announced
      .filter(({ job, status }) => status === 'parked' && !known.has(job))
      .map(({ job }) => `parked: ${job} never was`),
  ]
}

/** What was set aside for a job is settled or still that job's: no crash leaves anything set aside for nobody. */
const nothingHeldBack: Check = ({ ports, lost, unrecorded, unswept }) => {
  if (lost.drop.length > 0 || unrecorded.length > 0 || unswept() > 0) return []
  return ports.budgetAccount
    .pending()
    .map((entry) => `budget: ${entry} was left in the budget account`)
}

/**
 * An outcome that was taken in reaches the state that waits for it: whoever came second has told the newest token, or
 * lies among the dead letters.
 */
const wakesUp: Check = ({ ports, answered, waiting, heard, lost }) => {
  const dead = new Set(lost.watch.map((body) => JSON.parse(body).key))
  return [...ports.inbox.callbacks].flatMap(([key, { token = '', taskId = '' }]) =>
    waiting.has(token) &&
    (heard.has(taskId) || heard.has(key)) &&
    !answered.has(token) &&
    !dead.has(key)
      ? [`wake: ${key} has its outcome, and nobody told its newest token`]
      : [],
  )
}

/** What a receipt and an event say is what the record says. */
const receiptsAgree: Check = ({ ports, announced }) =>
  ports.jobs.all().flatMap((job) => {
    const [receipt, ...others] = ports.objects
      .versions(ports.buckets.results, `results/${job.id}/receipt.json`)
      .map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString('utf8')))
    const told = announced.filter(({ job: id, status }) => id === job.id && status !== 'parked')
    const said = [receipt, ...others, ...told].filter(Boolean)
    return said
      .filter(({ status }) => status !== job.status)
      .map(({ status }) => `receipt: ${job.id} is ${job.status}, and somebody was told ${status}`)
  })

function isStored({ objects }: World['ports'], { bucket, key, version }: Job['source']): boolean {
  return objects.versions(bucket, key).some((stored) => isAlike(stored.version, version))
}

/** A job that ended names the hash of the very version it was for, or says why it has none. */
const sourcesHashed: Check = ({ ports, dropped }) =>
  ports.jobs.all().flatMap(({ id, status, source, sourceHash }) => {
    if (status !== 'succeeded' && status !== 'failed') return []
    const writes = writesOf(dropped, source)
    const text = writes[0]?.text ?? ''
    // Of several that S3 cannot tell apart, one that is there now may have been overwritten when it was to be hashed.
    const isThere = writes.length === 1 && isStored(ports, source)
    if (sourceHash && 'unhashed' in sourceHash) {
      return isThere && sourceHash.unhashed.includes('deleted')
        ? [`hash: ${id} says that its source is gone, which is there`]
        : []
    }
    return sourceHash?.sha256 === createHash('sha256').update(text).digest('hex')
      ? []
      : [`hash: ${id} was for "${text}" and names ${sourceHash?.sha256}`]
  })

/** A result is made of the very version its job is for. */
const versionsApart: Check = ({ ports, dropped }) =>
  ports.jobs.all().flatMap((job: Job) => {
    const text = writesOf(dropped, job.source)[0]?.text
    return (job.results ?? []).flatMap(({ bucket, key }) =>
      ports.objects
        .versions(bucket, key)
        .map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
        .filter((made) => !made.startsWith(`${text}>`))
        .map((made) => `versions: ${job.id} is for "${text}" and holds "${made}"`),
    )
  })

/** Longer than one function can take: only what was under way when a newer version came may still end well. */
const UNDER_WAY_MS = 330_000

/** A job whose object was overwritten does not end well any more. */
const newestWins: Check = ({ ports, dropped }) => {
  const jobs = ports.jobs.all()
  const order = ({ source }: Job): number =>
    Math.max(...writesOf(dropped, source).map(({ sequence }) => sequence))
  return jobs.flatMap((job) => {
    const { id, status, source, finishedAt = '' } = job
    return jobs
      .filter((newer) => newer.source.key === source.key)
      .filter((newer) => order(newer) > order(job))
      .filter((newer) => Date.parse(finishedAt) > Date.parse(newer.createdAt) + UNDER_WAY_MS)
      .filter(() => status === 'succeeded')
      .map((newer) => `newest: ${id} succeeded long after ${newer.id} had come`)
  })
}

/** A service without idempotency keys is asked again only when it certainly made no task. */
const noSecondGuess: Check = ({ service }) => {
  const keys = service.tasks.map(({ key }) => key)
  return keys
    .filter((key, at) => keys.indexOf(key) !== at)
    .map((key) => `guess: ${key} made two tasks`)
}

/** A task that could not fetch its source says so only where the source is still there. */
const goneIsSaid: Check = ({ ports, dropped }) =>
  ports.jobs.all().flatMap(({ id, failure, source }) => {
    const [file] = writesOf(dropped, source)
    const there = isStored(ports, source)
    const said = !failure?.message.includes('error_download_image')
    return !file || there || said ? [] : [`gone: ${id} says ${failure?.message}`]
  })

/** States carry references and small facts. */
const smallStates: Check = ({ largestPayload }) =>
  largestPayload() < 32_768 ? [] : [`size: a state carried ${largestPayload()} bytes`]

/** The fewest tries that a call, a message or a state has in all. */
const TRIES = 3

/** Where nothing goes wrong but what is tried again or only takes time, everything that can be done is done. */
const mildSucceeds: Check = ({ ports, dropped }, { struck }) =>
  !isMild(struck)
    ? []
    : dropped.flatMap((file) => {
        const job = ports.jobs.all().find(({ id }) => id === jobOf(file))
        const expected = HOPELESS.includes(file.recipe) ? 'failed' : 'succeeded'
        const fine = job?.status === expected || job?.failure?.code === 'NoTarget'
        return fine ? [] : [`mild: ${jobOf(file)} is ${job?.status}: ${job?.failure?.message}`]
      })

/** Whether every fault that struck is harmless or tried again, and of these fewer than there are tries. */
export function isMild(struck: readonly string[]): boolean {
  // An engine that refuses was stopped because a picture took too long, which is no better the next time.
  if (struck.some((which) => /^throttle \S+ pictures\./.test(which))) return false
  const faults = struck.map((which) => which.split(' ')[0] as Fault)
  const retried = faults.filter((fault) => RETRIED.includes(fault)).length
  const others = faults.filter((fault) => !RETRIED.includes(fault))
  return retried < TRIES && others.every((fault) => HARMLESS.includes(fault))
}
