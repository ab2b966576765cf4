import { afterAll, expect, test, vi } from 'vitest'
import { log } from '../../../../functions/log.ts'
import { beginTask } from '../../../../functions/service/serve-worker/begin-task.ts'
import { giveWay } from '../../../../functions/service/serve-worker/give-way.ts'
import { lowerUnits } from '../../../../functions/service/serve-worker/lower-units.ts'
import { putBack } from '../../../../functions/service/serve-worker/put-back.ts'
import { putOffTask } from '../../../../functions/service/serve-worker/put-off-task.ts'
import { releaseTask } from '../../../../functions/service/serve-worker/release-task.ts'
import { shareTask } from '../../../../functions/service/serve-worker/share-task.ts'
import { sweep } from '../../../../functions/service/sweep/sweep.ts'

const silenced = (['info', 'warn'] as const).map((level) => vi.spyOn(log, level).mockReturnValue())
afterAll(() => {
  for (const level of silenced) level.mockRestore()
})

const NOW = 1_000_000
const TASK = {
  id: 't',
  account: 'a',
  feature: 'bg-replace-vid',
  stage: 'effect',
  status: 'running',
  files: { src: { id: 's' }, ref: [{ url: 'u' }] },
  parameters: {},
  units: 6,
  createdAt: NOW / 1000,
  expiresAt: 1e9,
}

/** Stores that note what they are asked; of a task that is read the records come one after the other. */
function world(records: (object | undefined)[], answers: Record<string, unknown> = {}) {
  const calls: unknown[] = []
  const note =
    (name: string, fallback?: unknown) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given.map((one) => (one as { id?: string } | undefined)?.id ?? one)])
      return name in answers ? answers[name] : fallback
    }
  let read = 0
  const next = () => {
    const record = records[Math.min(read++, records.length - 1)]
    return record && { ...TASK, ...record }
  }
  const deps = {
    tasks: {
      get: async () => next(),
      takeLease: note('takeLease'),
      releaseLease: note('releaseLease'),
      beginSharing: note('beginSharing', true),
      lowerUnits: note('lowerUnits', true),
      finish: note('finish'),
      runningCreatedBefore: note('runningCreatedBefore', []),
    },
    units: { lower: note('lower'), release: note('release'), charge: note('charge') },
    semaphore: { acquire: note('acquire', true), release: note('releaseSlot') },
    taskQueue: { send: note('send') },
    webhookQueue: { send: note('sendWebhook') },
    webhooks: { endpoints: async () => [], dueBefore: note('dueBefore', []) },
    objectRemover: { remove: note('remove') },
    signer: { download: async (key: string, seconds: number) => `${key} for ${seconds}` },
    startSharing: note('startSharing', 'started'),
    now: () => NOW,
  }
  return { calls, deps: deps as never, names: () => calls.map((call) => (call as unknown[])[0]) }
}
const HELD = { task: 't', holder: 'me' }
const lease = (holder: string, until: number) => ({ lease: { holder, until } })

test.each([
  [0, 1],
  [1, 2],
  [999, 2],
  [1000, 2],
  [1001, 3],
  [-5000, 1],
  [898_000, 899],
  [899_000, 900],
  [2_000_000, 900],
])('a task whose lease has %i ms left is looked at again after %i s', async (left, seconds) => {
  const { calls, deps } = world([])
  await putBack({ ...TASK, ...lease('o', NOW + left) } as never, deps)
  expect(calls).toEqual([['send', 't', seconds]])
})

test('a worker that was overtaken leaves the task to the other', async () => {
  const done = async (record: object | undefined) => {
    const { names, deps } = world([record])
    await giveWay(HELD, deps)
    return names()
  }
  expect(await done(undefined)).toEqual([])
  expect(await done({ status: 'success' })).toEqual(['releaseSlot'])
  expect(await done(lease('other', NOW + 1))).toEqual(['send'])
  expect(await done(lease('me', NOW + 1))).toEqual([])
  expect(await done({ ...lease('other', NOW + 1), shared: { count: 2 } })).toEqual([])
})

test('a lease is given back, and the slot of the feature where it is this worker’s', async () => {
  const done = async (record: object | undefined) => {
    const { names, deps } = world([record])
    await releaseTask(HELD, deps)
    return names()
  }
  expect(await done(undefined)).toEqual([])
  expect(await done({})).toEqual(['releaseSlot', 'releaseLease'])
  expect(await done(lease('me', 0))).toEqual(['releaseSlot', 'releaseLease'])
  expect(await done(lease('other', 0))).toEqual(['releaseLease'])
  expect(await done({ ...lease('other', 0), status: 'error' })).toEqual([
    'releaseSlot',
    'releaseLease',
  ])
})

test('a task that waits for an answer is queued before it is given back', async () => {
  const done = async (record: object | undefined) => {
    const { calls, names, deps } = world([record])
    await putOffTask(HELD, deps)
    return [names(), calls[0]]
  }
  expect(await done(lease('me', 0))).toEqual([
    ['send', 'releaseSlot', 'releaseLease'],
    ['send', 't', 15],
  ])
  for (const record of [undefined, {}, lease('other', 0), { ...lease('me', 0), status: 'error' }]) {
    expect((await done(record))[0]).toEqual([])
  }
})

const RESERVED = { reservation: 'r', lots: [{ lot: 'l', units: 6 }] }

test.each<
  [string, object | undefined, number, Record<string, unknown>, number | undefined, string[]]
>([
  ['what it costs', RESERVED, 2, {}, 4, ['lowerUnits', 'lower']],
  ['no more than it holds', RESERVED, 9, {}, 6, []],
  ['the same', RESERVED, 3, {}, 6, []],
  ['the same, of which more is reserved', { ...RESERVED, units: 4 }, 2, {}, 4, ['lower']],
  ['what it costs without a reservation', {}, 2, {}, 4, ['lowerUnits']],
  ['nothing of a task that has ended', { status: 'success' }, 2, {}, undefined, []],
  ['nothing of a task that is gone', undefined, 2, {}, undefined, []],
  ['nothing of a feature that is gone', { feature: 'none' }, 2, {}, undefined, []],
])('units are lowered to %s', async (_, record, seconds, answers, left, calls) => {
  const { names, deps } = world([record], answers)
  expect(await lowerUnits({ ...HELD, seconds }, deps)).toBe(left)
  expect(names()).toEqual(calls)
})

test('of several workers the first decides how many units are left', async () => {
  const { calls, deps } = world([RESERVED, { ...RESERVED, units: 2 }], { lowerUnits: false })
  expect(await lowerUnits({ ...HELD, seconds: 2 }, deps)).toBe(2)
  expect(calls).toEqual([
    ['lowerUnits', 't', 'me', 6, 4],
    ['lower', 'a', 'r', 2],
  ])
  const gone = world([RESERVED, undefined], { lowerUnits: false })
  expect(await lowerUnits({ ...HELD, seconds: 2 }, gone.deps)).toBe(4)
})

const WORK = { count: 2, frames: 9, before: 0, since: 5 }

test('a video is shared once, with what its survey says, and its slot is free again', async () => {
  const share = async (record: object | undefined, work: object = {}, ours = true) => {
    const { calls, names, deps } = world([record], { beginSharing: ours })
    const shared = await shareTask({ ...HELD, work: { ...WORK, ...work } } as never, deps)
    return { shared, names: names(), calls }
  }
  const done = await share({ shared: WORK }, { surveyed: 0, note: 'n', models: [1], other: 1 })
  expect([done.shared, done.names]).toEqual([true, ['beginSharing', 'startSharing', 'releaseSlot']])
  expect(done.calls[0]).toEqual([
    'beginSharing',
    't',
    'me',
    { ...WORK, other: 1, surveyed: 0, note: 'n', models: [1], at: 5, done: {} },
  ])
  const bare = await share({ shared: WORK }, { note: '' })
  expect((bare.calls[0] as unknown[])[3]).toEqual({ ...WORK, at: 5, done: {} })
  expect((await share(undefined)).names).toEqual(['beginSharing'])
  const lost = await share({}, {}, false)
  expect([lost.shared, lost.names]).toEqual([false, ['beginSharing']])
  const ended = await share({ status: 'error' }, {}, false)
  expect([ended.shared, ended.names]).toEqual([true, ['beginSharing', 'remove', 'releaseSlot']])
  const before = await share({ shared: WORK }, {}, false)
  expect([before.shared, before.names]).toEqual([
    true,
    ['beginSharing', 'startSharing', 'releaseSlot'],
  ])
})

async function begin(records: (object | undefined)[], answers: Record<string, unknown> = {}) {
  const { names, calls, deps } = world(records, answers)
  const order = await beginTask(HELD, deps).catch((error: Error) => error)
  return { order, names: names(), calls }
}

test('a task that waits is taken and ordered, with files by signed addresses', async () => {
  const { order, calls } = await begin([{}], { takeLease: TASK })
  expect(order).toMatchObject({
    files: { src: { signed: expect.stringMatching(/^uploads\/s for \d+$/) }, ref: [{ url: 'u' }] },
    mayShare: true,
  })
  const [, , taken, now] = calls[1] as [string, string, { holder: string; until: number }, number]
  expect([taken.holder, taken.until > NOW, now]).toEqual(['me', true, NOW])
})

test.each<[string, (object | undefined)[], Record<string, unknown>, string[]]>([
  ['is gone', [undefined], {}, []],
  ['is shared', [{ shared: { count: 2 } }], {}, ['startSharing']],
  ['is another worker’s', [lease('other', NOW + 1)], {}, ['send']],
  ['waits for a slot', [{}], { acquire: false }, ['acquire', 'send']],
  ['was taken meanwhile', [{}, lease('other', NOW + 1)], {}, ['acquire', 'takeLease', 'send']],
  ['is gone meanwhile', [{}, undefined], {}, ['acquire', 'takeLease', 'releaseSlot']],
])('nothing is ordered where a task %s', async (_, records, answers, calls) => {
  const { order, names } = await begin(records, answers)
  expect([order, names]).toEqual([undefined, calls])
})

test('a lease that has expired, or is this worker’s own, is taken', async () => {
  for (const record of [lease('other', NOW), lease('me', NOW + 1)]) {
    expect((await begin([record], { takeLease: TASK })).order).toBeDefined()
  }
})

test('a slot waits for fifteen seconds', async () => {
  expect((await begin([{}], { acquire: false })).calls.at(-1)).toEqual(['send', 't', 15])
})

test('a sweep looks at two hundred tasks that are overdue, and at messages that are ten minutes late', async () => {
  const late = [{ eventId: 'e' }]
  const { calls, deps } = world([{ createdAt: 0 }], { runningCreatedBefore: [], dueBefore: late })
  expect(await sweep(deps)).toEqual({ ended: 0, resent: 1 })
  expect(calls).toEqual([
    ['runningCreatedBefore', { waiting: 1000 - 86_400 + 1, begun: 1000 - 3600 + 1 }, 200],
    ['dueBefore', 400, 200],
    ['sendWebhook', { eventId: 'e' }],
  ])
})
