import { basename } from 'node:path/posix'
import { GetObjectTaggingCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type {
  ChangesAnswer,
  FindAnswer,
  JobAnswer,
  JobsAnswer,
  TimelineState,
  WebhooksAnswer,
} from '../../../catalog/console/wire.ts'
import { LAMBDA_GB_SECOND } from '../../../catalog/costs/compute.ts'
import { PRICES } from '../../../functions/pipeline/core/cost/prices.ts'
import { busyMs, WHOLE_EVERY } from '../../../web/console/api/pace.ts'
import { INVOKED, READ_UNITS, sdkCalls, WRITE_UNITS } from '../../bench/sdk-calls.ts'
import { browserOf } from '../console-browser.ts'
import { drop } from '../drop.ts'
import { dropMany } from '../many-files.ts'
import { noopEngine, noopWorker } from '../noop-worker.ts'
import { putRecipe, slimRecipe } from '../put-recipe.ts'
import { endedJob, readReceipt } from '../read-job.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { onePersonPicture } from '../test-pictures.ts'

let run: Run
beforeAll(async () => {
  run = await sharedRun('console')
})

test('jobs are followed, one is looked at, and one that failed is tried again', async () => {
  run.around('service/run-task', noopWorker())
  const files = await dropMany(run, 'console', 3)
  const unknown = await drop(
    run,
    'no picture',
    'drop/no-such-recipe/<img src=x onerror=alert(1)>.jpg',
  )
  await files.ended()
  await endedJob(run, unknown.job)

  const admin = browserOf(String(run.at.consoleUrl))
  expect((await admin.ask('GET', '/jobs')).status).toBe(401)
  const signedIn = await admin.ask('POST', '/session', { secret: admin.secret })
  expect(signedIn.headers.get('set-cookie')).toMatch(
    /^console-[0-9a-f]{12}=[\w-]{43}; Path=\/console; Max-Age=43200; SameSite=Strict; HttpOnly$/,
  )

  const first = await admin.read<JobsAnswer>('/jobs?limit=2')
  const second = await admin.read<JobsAnswer>(`/jobs?limit=200&before=${first.next}`)
  const all = [...first.jobs, ...second.jobs]
  expect(new Set(all.map(({ id }) => id)).size).toBe(4)
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .reverse(),
  )
  const failed = await admin.read<JobsAnswer>('/jobs?state=failed&reason=RecipeUnknown')
  expect(failed.jobs.map(({ id, key }) => [id, key])).toEqual([[unknown.job, unknown.key]])
  const { jobs: slim } = await admin.read<JobsAnswer>('/jobs?recipe=slim')
  expect(slim.map(({ id }) => id)).toEqual(
    all.filter(({ recipe }) => recipe === 'slim').map(({ id }) => id),
  )
  expect(await admin.read<JobsAnswer>('/jobs?state=running')).toEqual({ jobs: [] })

  const done = all.find(({ status }) => status === 'succeeded')!
  const job = await admin.read<JobAnswer>(`/jobs/${done.id}`)
  expect(job.row).toEqual(done)
  expect(job.cost?.transitions).toBeGreaterThan(0)
  const { timeline } = await admin.read<{ timeline: TimelineState[] }>(`/jobs/${done.id}/timeline`)
  expect(timeline.map(({ state }) => state)).toContain('Deliver')
  const { tasks } = await admin.read<WebhooksAnswer>(`/jobs/${done.id}/webhooks`)
  const attempts = tasks.flatMap(({ deliveries }) => deliveries.flatMap((one) => one.attempts))
  expect(attempts.length).toBeGreaterThan(0)
  expect(attempts.every(({ status }) => status === 204 || status === 200)).toBe(true)
  for (const which of ['source', 'result-0', 'receipt']) {
    const link = await admin.ask('GET', `/files/${done.id}/${which}`)
    expect(link.status, which).toBe(303)
    const bytes = await fetch(String(link.headers.get('location')))
    expect(bytes.status, which).toBe(200)
    expect(bytes.headers.get('content-type')).toMatch(/^(image\/|application\/)/)
  }

  const newest = first.jobs[0]!
  const quiet = await admin.ask('POST', '/changes', {
    since: `${newest.createdAt}~${newest.id}`,
    running: [],
  })
  expect(((await quiet.json()) as ChangesAnswer).fresh).toEqual([])
  const key = { 'idempotency-key': 'the-same-key' }
  const retry = () => admin.ask('POST', `/jobs/${unknown.job}/retry`, {}, key)
  const tried = (await (await retry()).json()) as { attempt: string }
  expect(await (await retry()).json()).toEqual(tried)
  await endedJob(run, tried.attempt)
  const changes = await admin.ask('POST', '/changes', {
    since: `${newest.createdAt}~${newest.id}`,
    running: [tried.attempt],
  })
  const { fresh } = (await changes.json()) as ChangesAnswer
  expect(fresh.map(({ id, attempt }) => [id, attempt])).toEqual([[tried.attempt, 1]])
  for (const text of [done.id, done.key, 'drop/slim/console']) {
    const { jobs } = await admin.read<FindAnswer>(`/find?text=${encodeURIComponent(text)}`)
    expect(jobs, text).toContainEqual(done)
  }
  const described = await admin.read<{ paths: Record<string, object> }>('/openapi.json')
  expect(Object.keys(described.paths)).toContain('/jobs/{id}/retry')
  const again = await admin.ask('POST', `/jobs/${done.id}/retry`)
  expect([again.status, await again.json()]).toEqual([
    409,
    { error: `${done.id} has not failed: it is succeeded.`, error_code: 'StateConflict' },
  ])
})

test('a failed job is tried again with another target, once, and the recipe says what may be changed', async () => {
  let people = 0
  run.around(
    'service/run-task',
    noopWorker(() => ({ perform: (...asked) => noopEngine(people)(...asked) })),
  )
  const { png } = await onePersonPicture()
  const { job } = await drop(run, png, 'drop/slim/nobody.png')
  await endedJob(run, job)
  people = 2
  const admin = browserOf(String(run.at.consoleUrl))
  await admin.ask('POST', '/session', { secret: admin.secret })
  const { row } = await admin.read<JobAnswer>(`/jobs/${job}`)
  expect([row.status, row.failure?.code]).toEqual(['refused', 'NoTarget'])
  const refused = await admin.read<JobsAnswer>('/jobs?state=refused')
  expect(refused.jobs.map(({ id }) => id)).toEqual([job])

  const retry = (overrides: object) => admin.ask('POST', `/jobs/${job}/retry`, { overrides })
  const forbidden = await retry({ output: { format: 'png' } })
  expect(forbidden.status).toBe(400)
  expect(((await forbidden.json()) as { error: string }).error).toContain(
    'does not let output.format be overridden',
  )
  const changed = { steps: [{ target: 'index:1' }] }
  const two = await Promise.all([retry(changed), retry(changed)])
  const [attempt, ...others] = await Promise.all(
    two.map(async (answer) => ((await answer.json()) as { attempt: string }).attempt),
  )
  expect([attempt, ...others]).toEqual([`${job}-1`, `${job}-1`])
  const tried = await endedJob(run, `${job}-1`)
  expect(tried.recipe.changes).toBe(JSON.stringify(changed))
  expect(tried.trail?.steps[0]?.tasks.map(({ index }) => index)).toEqual([1])
  expect((await readReceipt(run, `${job}-1`)).recipe.changes).toBe(JSON.stringify(changed))
})

/** Seconds that the function works on a question; nothing was measured on an account. It has one gigabyte. */
const WORKED = 0.05
/** Bytes of log lines of a question, with those of Lambda itself. */
const LOGGED = 600

// What deployed consoles cost grows with every read that is added to a question.
test('an hour of looking costs at most a cent by list prices, at jobs and at one that runs', async () => {
  run.around('service/run-task', noopWorker())
  const jobs = await (await dropMany(run, 'hour', 3)).ended()
  const viewer = browserOf(String(run.secondConsoleUrl))
  await viewer.ask('POST', '/session', { secret: viewer.secret })
  const meter = sdkCalls((_, next) => next())
  onTestFinished(meter.restore)
  run.around('console/serve-console', meter.intercept)
  /** Dollars of one question. */
  const priceOf = async (question: Promise<Response>): Promise<number> => {
    expect((await question).status).toBe(200)
    const counted = meter.calls.get('console/serve-console') ?? new Map<string, number>()
    meter.calls.clear()
    const of = (what: string): number => counted.get(what) ?? 0
    expect([of(INVOKED), of(READ_UNITS) > 0]).toEqual([1, true])
    const files = [...counted].filter(([what]) => what.startsWith('S3'))
    const asked = files.reduce(
      (sum, [what, times]) => sum + times * (/List|Put/.test(what) ? PRICES.s3Put : PRICES.s3Get),
      0,
    )
    return (
      PRICES.httpRequest +
      PRICES.lambdaRequest +
      WORKED * LAMBDA_GB_SECOND +
      (LOGGED / 1e9) * PRICES.logsGb +
      of(READ_UNITS) * PRICES.dynamoRead +
      of(WRITE_UNITS) * PRICES.dynamoWrite +
      asked
    )
  }
  const [newest] = jobs
  const since = `${newest!.createdAt}~${newest!.id}`
  const running = jobs.map(({ id }) => id)
  const changes = await priceOf(viewer.ask('POST', '/changes', { since, running }))
  const at = `/jobs/${newest!.id}`
  const job = await priceOf(viewer.ask('GET', at))
  const timeline = await priceOf(viewer.ask('GET', `${at}/timeline`))
  const webhooks = await priceOf(viewer.ask('GET', `${at}/webhooks`))
  const questions = 3_600_000 / busyMs('https:')
  const hours = {
    jobs: questions * changes,
    job: questions * (job + (timeline + webhooks) / WHOLE_EVERY),
    quiet: 240 * changes,
  }
  for (const [page, dollars] of Object.entries(hours)) expect(dollars, page).toBeLessThan(0.01)
})

test('a viewer looks and changes nothing, another page gets nothing, and a used cookie ends', async () => {
  const viewer = browserOf(String(run.secondConsoleUrl))
  await viewer.ask('POST', '/session', { secret: viewer.secret })
  expect(await viewer.read('/session')).toMatchObject({ role: 'viewer', who: 'local' })
  const job = `job-${'0'.repeat(40)}`
  const refused = await viewer.ask('POST', `/jobs/${job}/stop`)
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { error: 'This takes the role operator; yours is viewer.', error_code: 'RoleMissing' },
  ])
  const elsewhere = await viewer.ask('GET', '/jobs', undefined, { 'sec-fetch-site': 'same-site' })
  expect(elsewhere.status).toBe(403)
  await viewer.ask('DELETE', '/session')
  expect((await viewer.ask('GET', '/jobs')).status).toBe(401)
})

test('the page holds nothing, and may load nothing from elsewhere', async () => {
  const { origin } = new URL(String(run.at.consoleUrl))
  const page = await fetch(`${origin}/console/jobs/job-1`)
  expect(page.status).toBe(200)
  const policy = String(page.headers.get('content-security-policy'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
  const [, script = ''] = /src="([^"]+)"/.exec(await page.text()) ?? []
  const asset = await fetch(origin + script)
  expect(asset.headers.get('cache-control')).toContain('immutable')
  const fromElsewhere = await fetch(`${origin}/console/jobs/job-1`, {
    headers: { 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  })
  expect([fromElsewhere.status, fromElsewhere.headers.get('location')]).toEqual([303, '/console/'])
})

test('sources and results are shown small, kept, and why one cannot be is said', async () => {
  run.around('service/run-task', noopWorker())
  const files = await dropMany(run, 'pictures', 1)
  const text = await drop(run, 'no picture', 'drop/slim/text.png')
  const [job] = await files.ended()
  await endedJob(run, text.job)
  const viewer = browserOf(String(run.secondConsoleUrl))
  expect((await viewer.ask('GET', `/pictures/${job!.id}/source/256`)).status).toBe(401)
  await viewer.ask('POST', '/session', { secret: viewer.secret })

  const shown = (which: string, size: string, id = job!.id) =>
    viewer.ask('GET', `/pictures/${id}/${which}/${size}`)
  // Two who ask at once are both answered, and one of them makes it.
  const small = await Promise.all([shown('source', '256'), shown('source', '256')])
  const [one, two] = await Promise.all(small.map((each) => each.arrayBuffer()))
  expect(small[0]?.headers.get('content-type')).toBe('image/webp')
  expect(small[0]?.headers.get('cache-control')).toContain('immutable')
  expect(Buffer.from(one!)).toEqual(Buffer.from(two!))
  expect((await shown('result-0', '2048')).headers.get('content-type')).toBe('image/jpeg')
  expect(await (await shown('source', 'tiles')).json()).toMatchObject({ levels: [] })
  // The file itself is shown, or kept under the name that `jobs fetch` gives it.
  const led = async (as: string) => {
    const answer = await viewer.ask('GET', `/files/${job!.id}/result-0${as}`)
    return (await fetch(String(answer.headers.get('location')))).headers.get('content-disposition')
  }
  const named = `filename*=UTF-8''${encodeURIComponent(basename(job!.source.key))}`
  expect([await led(''), await led('?as=shown'), await led('?as=download')]).toEqual([
    `inline; ${named}`,
    `inline; ${named}`,
    `attachment; ${named}`,
  ])
  expect((await viewer.ask('GET', `/files/${job!.id}/result-0?as=page`)).status).toBe(400)
  const { Contents = [] } = await run.s3.send(
    new ListObjectsV2Command({ Bucket: run.at.resultsBucket, Prefix: `previews/${job!.id}/` }),
  )
  expect(Contents.map(({ Key }) => Key?.split('/').pop())).toEqual([
    'result-0-2048.jpg',
    'source-256.webp',
    'source-tiles.json',
  ])
  for (let asked = 0; asked < 2; asked++) {
    const refused = await shown('source', '256', text.job)
    expect([refused.status, await refused.json()]).toEqual([
      422,
      {
        error: expect.stringContaining('The file is text'),
        error_code: 'PictureNotShown',
      },
    ])
  }
  expect((await shown('source', '300')).status).toBe(400)

  // A preview is kept no longer than what it shows.
  await putRecipe(run, 'brief', { ...slimRecipe(), output: { keepDays: 7 } })
  const { png } = await onePersonPicture()
  const brief = await endedJob(run, (await drop(run, png, 'drop/brief/one.png')).job)
  expect((await shown('source', '256', brief.id)).status).toBe(200)
  const { TagSet } = await run.s3.send(
    new GetObjectTaggingCommand({
      Bucket: run.at.resultsBucket,
      Key: `previews/${brief.id}/source-256.webp`,
    }),
  )
  expect(TagSet).toEqual([{ Key: 'keep-days', Value: '7' }])
})
