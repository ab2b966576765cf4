import { createHash, randomBytes } from 'node:crypto'
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  AskedFile,
  DropPlanAnswer,
  DroppedAnswer,
  UploadAnswer,
  UploadStateAnswer,
} from '../../catalog/console/drops.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { signedIn } from './console-browser.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run
const logged: string[] = []
beforeAll(async () => {
  run = await startRun(
    {},
    {
      console: true,
      consoleRole: 'viewer',
      spending: { budget: { units: 3 } },
      onLog: (line) => void logged.push(JSON.stringify(line)),
    },
  )
})
afterAll(() => run.close())

const MODIFIED = Date.parse('2026-11-20T10:00:00Z')

function file(name: string, kind = 'jpeg', size = 5000): AskedFile {
  return { name, size, modified: MODIFIED, ...(kind !== '' && { kind }) }
}

type Browser = Awaited<ReturnType<typeof signedIn>>

async function plan(admin: Browser, recipe: string, files: AskedFile[]): Promise<DropPlanAnswer> {
  const answer = await admin.ask('POST', '/drops/plan', { recipe, files })
  expect(answer.status).toBe(200)
  return (await answer.json()) as DropPlanAnswer
}

async function begin(admin: Browser, recipe: string, files: AskedFile[]): Promise<UploadAnswer[]> {
  const answer = await admin.ask('POST', '/uploads', { recipe, files })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { uploads: UploadAnswer[] }).uploads
}

test('what becomes of files is said before a byte goes up, and what was dropped is known again', async () => {
  run.around('service/run-task', noopWorker())
  const admin = await signedIn(run.at.consoleUrl)
  const { png } = await twoPeoplePicture()
  const picture = file('day/a.png', 'png', png.length)
  const files = [
    picture,
    file('day/clip.mp4', 'mp4'),
    file('day/notes.pdf', 'pdf'),
    file('day/odd.xyz', ''),
    { ...file('x'), name: 'day/unknown' },
    file('day/.DS_Store'),
    file('day/empty.jpg', 'jpeg', 0),
    file('../up.jpg'),
    file(`${'n'.repeat(1020)}.jpg`),
    file('line\nbreak.jpg'),
  ]
  const planned = await plan(admin, 'slim', files)
  expect(planned.fates.map((fate) => (fate.is === 'left' ? fate.why : fate.is))).toEqual([
    ...['source', 'video', 'no-media', 'unknown-kind', 'source', 'hidden', 'empty'],
    ...['name-unfit', 'name-long', 'name-unfit'],
  ])
  expect(planned).toMatchObject({
    units: { least: 2, most: 2 },
    expected: { from: 0 },
    budget: [{ of: 'units', left: 3, needs: 2, holds: true }],
  })
  const [upload] = await begin(admin, 'slim', [picture])
  const put = () =>
    fetch(String(upload?.url), { method: 'PUT', headers: { ...upload?.headers }, body: png })
  expect((await put()).status).toBe(200)
  const told = await admin.ask('POST', '/drops/jobs', {
    recipe: 'slim',
    names: ['day/a.png', 'day/b.png'],
  })
  const { dropped } = (await told.json()) as { dropped: DroppedAnswer[] }
  expect(dropped).toEqual([
    { name: 'day/a.png', job: expect.stringMatching(/^job-/) },
    { name: 'day/b.png' },
  ])
  const job = String(dropped[0]?.job)
  await endedJob(run, job)
  const again = await plan(admin, 'slim', [
    picture,
    ...Array.from({ length: 4 }, (_, at) => file(`${at}.jpg`)),
  ])
  expect(again.fates[0]).toEqual({ is: 'source', earlier: { job, state: 'done' } })
  expect(again.budget).toEqual([{ of: 'units', left: 2, needs: 4, holds: false }])
  expect(again.expected.from).toBe(1)
  // Changed since: it is another file.
  const changed = await plan(admin, 'slim', [{ ...picture, modified: MODIFIED + 1 }])
  expect(changed.fates[0]).toEqual({ is: 'source' })
})

// `plan-drop.test.ts` holds it in `npm test`.
test.runIf(isEveryCaseTried())(
  'companions are told with their files, and which are missing',
  async () => {
    const admin = await signedIn(run.at.consoleUrl)
    const planned = await plan(admin, 'replace-masked', [
      file('a.jpg'),
      file('a.mask.png', 'png'),
      file('b.jpg'),
      file('c.mask.png', 'png'),
    ])
    expect(planned.fates).toEqual([
      { is: 'source' },
      { is: 'companion', of: 'a.jpg' },
      { is: 'source', missing: ['b.mask.png'] },
      { is: 'companion' },
    ])
    const objects = await plan(admin, 'wear-earring', [file('a.jpg')])
    expect(objects.missingObjects).toEqual(['inputs/earring.png'])
    const unknown = await admin.ask('POST', '/drops/plan', {
      recipe: 'slimm',
      files: [file('a.jpg')],
    })
    expect([unknown.status, await unknown.json()]).toEqual([
      409,
      { error: 'There is no recipe "slimm". Did you mean slim?', error_code: 'StateConflict' },
    ])
  },
)

test('a large file goes up in parts, goes on where it was, and becomes one job', async () => {
  const admin = await signedIn(run.at.consoleUrl)
  const bytes = randomBytes(17 * 1024 * 1024)
  const large = file('large/it.mp4', 'mp4', bytes.length)
  const [upload] = await begin(admin, 'watercolour', [large])
  expect(upload).toMatchObject({ parts: { count: 3, bytes: 8 * 1024 * 1024 } })
  const at = `/uploads/${upload?.id}`
  const state = (after = 0) => admin.read<UploadStateAnswer>(`${at}?after=${after}`)
  const send = async ({ number, url }: { number: number; url: string }) => {
    const each = 8 * 1024 * 1024
    const body = bytes.subarray((number - 1) * each, number * each)
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(200)
  }
  const first = await state()
  expect(first.there).toEqual([])
  await send(first.next[0]!)
  await send(first.next[2]!)
  const early = await admin.ask('POST', `${at}/complete`)
  expect([early.status, ((await early.json()) as { error: string }).error]).toEqual([
    409,
    'Of 3 parts 1 are not there, the first one number 2.',
  ])
  // Whoever comes back asks what is there.
  const second = await state()
  expect(second.there.map(({ number }) => number)).toEqual([1, 3])
  expect(second.next.map(({ number }) => number)).toEqual([2])
  expect((await state(2)).next).toEqual([])
  await send(second.next[0]!)
  const done = (await (await admin.ask('POST', `${at}/complete`)).json()) as DroppedAnswer
  expect(done).toEqual({ name: 'large/it.mp4', job: expect.stringMatching(/^job-/) })
  expect(await (await admin.ask('POST', `${at}/complete`)).json()).toEqual(done)
  const object = { Bucket: run.at.dropBucket, Key: 'drop/watercolour/large/it.mp4' }
  const { Body } = await run.s3.send(new GetObjectCommand(object))
  const hash = createHash('sha256').update((await Body?.transformToByteArray()) ?? '')
  expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('an upload that was ended, or that is none, is told apart, and a viewer begins none', async () => {
  const admin = await signedIn(run.at.consoleUrl)
  const [upload] = await begin(admin, 'slim', [file('gone.mp4', 'jpeg', 9_000_000)])
  expect((await admin.ask('DELETE', `/uploads/${upload?.id}`)).status).toBe(200)
  expect((await admin.ask('DELETE', `/uploads/${upload?.id}`)).status).toBe(200)
  expect((await admin.ask('GET', `/uploads/${upload?.id}`)).status).toBe(410)
  expect((await admin.ask('POST', `/uploads/${upload?.id}/complete`)).status).toBe(410)
  for (const id of ['x', Buffer.from('["slim","a",0,0,"u"]').toString('base64url')]) {
    const refused = await admin.ask('GET', `/uploads/${id}`)
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      400,
      'id must be that of an upload in parts.',
    ])
  }
  const left = await admin.ask('POST', '/uploads', { recipe: 'slim', files: [file('../a.jpg')] })
  expect([left.status, ((await left.json()) as { error: string }).error]).toEqual([
    400,
    '"../a.jpg" is left out: name-unfit.',
  ])
  const viewer = await signedIn(run.secondConsoleUrl)
  const asked = await viewer.ask('POST', '/uploads', { recipe: 'slim', files: [file('a.jpg')] })
  expect(asked.status).toBe(403)
  expect(logged.join('\n')).not.toContain('X-Amz-Signature')
  const none = { Bucket: run.at.dropBucket, Key: 'drop/slim/gone.mp4' }
  await expect(run.s3.send(new HeadObjectCommand(none))).rejects.toThrow()
})

test('the console’s page may send to the bucket, and one of another host may not', async () => {
  const admin = await signedIn(run.at.consoleUrl)
  const [upload] = await begin(admin, 'slim', [file('cors.jpg')])
  const preflight = (origin: string) =>
    fetch(String(upload?.url), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,x-amz-meta-darkroom-modified',
      },
    })
  const own = await preflight(admin.origin)
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, admin.origin])
  expect((await preflight('https://evil.example')).status).toBe(403)
})
