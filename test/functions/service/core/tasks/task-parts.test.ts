import { afterAll, expect, test, vi } from 'vitest'
import { Failure } from '../../../../../catalog/failures/failure.ts'
import { findFeature } from '../../../../../catalog/features/features.ts'
import { log } from '../../../../../functions/log.ts'
import {
  claimIdempotencyKey,
  releaseIdempotencyKey,
} from '../../../../../functions/service/core/tasks/claim-idempotency-key.ts'
import { closeReservation } from '../../../../../functions/service/core/tasks/close-reservation.ts'
import { closeUploadSlots } from '../../../../../functions/service/core/tasks/close-upload-slots.ts'
import {
  frameProgress,
  progressOf,
} from '../../../../../functions/service/core/tasks/frame-progress.ts'
import { readTask } from '../../../../../functions/service/core/tasks/read-task.ts'
import { renewUrls } from '../../../../../functions/service/core/tasks/renew-urls.ts'
import { isOverdue } from '../../../../../functions/service/core/tasks/time-out-task.ts'
import {
  createUnitHold,
  resultCost,
} from '../../../../../functions/service/core/tasks/unit-hold.ts'
import { uploadIdsOf } from '../../../../../functions/service/core/tasks/upload-ids-of.ts'
import {
  mayStillRead,
  useUploadSlots,
} from '../../../../../functions/service/core/tasks/use-upload-slots.ts'
import { workSeconds } from '../../../../../functions/service/core/tasks/work-seconds.ts'
import { followProgress } from '../../../../../functions/service/core/worker/follow-progress.ts'

const silenced = (['info', 'warn'] as const).map((level) => vi.spyOn(log, level).mockReturnValue())
afterAll(() => {
  for (const level of silenced) level.mockRestore()
})

const reshape = findFeature('body-reshape')!
const video = findFeature('bg-replace-vid')!

test('frames that are done are told with their rate, from the second on', () => {
  const told = (done: number, ms: number) =>
    frameProgress({ done, total: 101, since: 1000, at: 1000 + ms })
  expect(told(1, 2000)).toEqual({ frames_done: 1, frames_total: 101 })
  expect(told(5, 0)).toEqual({ frames_done: 5, frames_total: 101 })
  expect(told(5, 3000)).toEqual({
    frames_done: 5,
    frames_total: 101,
    frames_per_second: 1.3,
    seconds_left: 72,
  })
  const many = frameProgress({ done: 101, total: 100_101, since: 1000, at: 11_000 })
  expect(many).toMatchObject({ frames_per_second: 10, seconds_left: 10_000 })
  // A part of a second is one.
  const last = frameProgress({ done: 101, total: 102, since: 1000, at: 11_000 })
  expect(last).toMatchObject({ frames_per_second: 10, seconds_left: 1 })
})

test('frames of all who share a video are one count', () => {
  const progress = { done: 1, total: 2, since: 3, at: 4 }
  expect(progressOf({ progress })).toBe(progress)
  const shared = { frames: 10, before: 5, since: 3, at: 4, done: { 0: 2, 1: 4 } } as never
  expect(progressOf({ progress, shared })).toEqual({ done: 11, total: 15, since: 3, at: 4 })
})

test('the last ten tasks that succeeded say how long one takes', async () => {
  const asked: unknown[] = []
  const ask = (...found: object[]) =>
    workSeconds('a', {
      list: async (...given: unknown[]) => {
        asked.push(given)
        return found.map((_, at) => ({ id: String(at) }))
      },
      get: async (id: string) => found[Number(id)],
    } as never)
  expect(await ask({ startedAt: 1, finishedAt: 3 }, { startedAt: 0, finishedAt: 6 })).toBe(4)
  expect(await ask({ startedAt: 1, finishedAt: 3 }, { finishedAt: 9 }, { startedAt: 1 })).toBe(2)
  expect(await ask({ finishedAt: 9 })).toBeUndefined()
  expect(asked[0]).toEqual(['a', 10, 'success'])
})

const TASK = { id: 't', stage: 'effect', parameters: {}, units: 6 } as const

test('a result by the second costs its seconds, and must say them', async () => {
  expect(resultCost(TASK, reshape, undefined)).toBe(6)
  expect(resultCost({ ...TASK, stage: 'pre-process' }, video, undefined)).toBe(6)
  expect(resultCost(TASK, video, 1.5)).toBe(4)
  expect(() => resultCost(TASK, video, undefined)).toThrow('without saying how long it is')
})

test('units pay for so many seconds, and for fewer once they were lowered', async () => {
  const asked: number[] = []
  const hold = createUnitHold(TASK, video, async (seconds) => {
    asked.push(seconds)
    return seconds === 1 ? 2 : undefined
  })
  expect(hold.mostSeconds).toBe(3)
  expect(hold.charge(3)).toBe(6)
  expect(() => hold.charge(3.1)).toThrow('The result has 4 seconds, and there were units for 3.')
  await expect(hold.lengthKnown(4)).rejects.toMatchObject({ condition: 'seconds' })
  await hold.lengthKnown(2)
  expect(hold.charge(3)).toBe(6)
  await hold.lengthKnown(1)
  expect(() => hold.charge(2)).toThrow('there were units for 1.')
  expect(asked).toEqual([2, 1])
  const picture = createUnitHold(TASK, reshape, async () => expect.unreachable())
  expect(picture.mostSeconds).toBeUndefined()
  await picture.lengthKnown(9)
  const detection = createUnitHold({ ...TASK, stage: 'pre-process' }, video)
  expect(detection.mostSeconds).toBeUndefined()
  const failing = createUnitHold(TASK, video, () => Promise.reject(new Error('Away.')))
  await failing.lengthKnown(1)
  expect(failing.charge(3)).toBe(6)
})

test('a task waits for a day and is worked on for an hour, to the millisecond', () => {
  const overdue = (task: object, seconds: number) =>
    isOverdue({ status: 'running', createdAt: 10, ...task } as never, seconds * 1000)
  expect([overdue({}, 86_409.999), overdue({}, 86_410)]).toEqual([false, true])
  expect([overdue({ startedAt: 20 }, 3619.999), overdue({ startedAt: 20 }, 3620)]).toEqual([
    false,
    true,
  ])
  expect(overdue({ status: 'success' }, 1e9)).toBe(false)
})

test('a reservation is closed once its task has ended', async () => {
  const close = async (task: object) => {
    const calls: unknown[] = []
    const note =
      (name: string) =>
      async (...given: unknown[]) =>
        void calls.push([name, ...given])
    const whole = { id: 't', account: 'a', units: 2, reservation: 'r', lots: [1], ...task }
    await closeReservation(
      whole as never,
      { charge: note('charge'), release: note('release') } as never,
    )
    return calls
  }
  const held = { taskId: 't', id: 'r', lots: [1] }
  expect(await close({ status: 'running' })).toEqual([])
  expect(await close({ status: 'success', reservation: undefined })).toEqual([])
  expect(await close({ status: 'error' })).toEqual([['release', 'a', held]])
  expect(await close({ status: 'success', finishedAt: 9 })).toEqual([
    ['charge', 'a', held, { units: 2, at: 9 }],
  ])
  expect(await close({ status: 'success', lots: undefined })).toEqual([
    ['charge', 'a', { ...held, lots: [] }, { units: 2, at: 0 }],
  ])
})

const SLOT = 's'.repeat(43)

/** Slots by their ids with their users, tasks by theirs. */
function slotsWith(slot: object | undefined, tasks: Record<string, object> = {}, closes = true) {
  const calls: unknown[] = []
  const whole = slot && { id: SLOT, ...slot }
  const deps = {
    slots: {
      get: async () => whole,
      close: async (...given: unknown[]) => {
        calls.push(['close', ...given])
        return closes
      },
      addUser: async (...given: unknown[]) => {
        calls.push(['addUser', ...given])
        return whole
      },
      removeUsers: async (...given: unknown[]) => void calls.push(['removeUsers', ...given]),
    },
    tasks: { get: async (id: string) => tasks[id] },
    now: () => 100_999,
  }
  return { calls, deps: deps as never }
}
const user = (taskId: string, at = 0) => ({ taskId, at })

test.each([
  ['no other task', [user('t')], {}, true],
  ['a task that has ended', [user('o')], { o: { status: 'success' } }, true],
  ['a task that runs', [user('o')], { o: { status: 'running' } }, false],
  ['a task that is being created', [user('o', 41)], {}, false],
  ['a task that was never created', [user('o', 40)], {}, true],
])('a slot is closed while %s uses it', async (_, users, tasks, closes) => {
  const { calls, deps } = slotsWith({ users }, tasks)
  const closed = closeUploadSlots({ id: 't' }, [SLOT], deps)
  if (!closes) {
    await expect(closed).rejects.toThrow('uses one of its files: o. Delete this one when')
    return expect(calls).toEqual([])
  }
  await closed
  expect(calls).toEqual([['close', { id: SLOT, users }, 100]])
})

test('slots that are closed or gone are passed over, and one that is used meanwhile is not closed', async () => {
  for (const slot of [undefined, { closedAt: 0 }]) {
    const { calls, deps } = slotsWith(slot)
    await closeUploadSlots({ id: 't' }, [SLOT], deps)
    expect(calls).toEqual([])
  }
  await expect(
    closeUploadSlots({ id: 't' }, [SLOT], slotsWith({}, {}, false).deps),
  ).rejects.toThrow('uses one of its files. Delete')
})

test('a task is recorded for each slot that it uses, and a file that is no open slot is named', async () => {
  const files = { src: { id: SLOT }, ref: [{ id: SLOT }, { url: 'u' }] } as never
  expect(uploadIdsOf(files)).toEqual([SLOT])
  const task = { id: 't', account: 'a', feature: findFeature('face-swap')! }
  const { calls, deps } = slotsWith({ users: Array.from({ length: 100 }, () => user('o')) })
  await useUploadSlots(task, files, deps)
  expect(calls).toEqual([['addUser', SLOT, 'a', { taskId: 't', at: 100 }]])
  const named = (given: object) => useUploadSlots(task, given as never, slotsWith(undefined).deps)
  await expect(named({ src: { id: SLOT } })).rejects.toThrow('src_file_id is not the id of an open')
  await expect(named({ ref: [{ url: 'u' }, { id: 'x' }] })).rejects.toThrow('ref_file_ids is not')
  const odd = slotsWith({})
  await expect(
    useUploadSlots(task, { src: { id: `${SLOT}0` } } as never, odd.deps),
  ).rejects.toThrow()
  expect(odd.calls).toEqual([])
})

test('a task that is not there yet may read its file for a minute', async () => {
  const reads = (ms: number) =>
    mayStillRead(user('o', 1_000_000), {
      ...(slotsWith({}).deps as object),
      now: () => 1e9 + ms,
    } as never)
  expect([await reads(59_999), await reads(60_000)]).toEqual([true, false])
})

test('beyond a hundred users those that have ended are forgotten', async () => {
  const users = [user('o'), ...Array.from({ length: 100 }, () => user('r'))]
  const task = { id: 't', account: 'a', feature: reshape }
  const files = { src: { id: SLOT } } as never
  const running = { r: { status: 'running' } }
  const { calls, deps } = slotsWith({ users }, { ...running, o: { status: 'error' } })
  await useUploadSlots(task, files, deps)
  expect(calls.at(-1)).toEqual(['removeUsers', SLOT, [user('o')]])
  const full = slotsWith({ users }, { ...running, o: { status: 'running' } })
  await expect(useUploadSlots(task, files, full.deps)).rejects.toMatchObject({
    code: 'TooManyRequests',
  })
})

const STORED = {
  id: 'x'.repeat(64),
  account: 'a',
  feature: 'body-reshape',
  stage: 'effect',
  status: 'running',
  parameters: {},
  units: 1,
  createdAt: 5,
  expiresAt: 1e9,
}

async function read(task: object | undefined, asked: object = {}, turn?: object) {
  const whole = task && { ...STORED, ...task }
  const deps = {
    tasks: { get: async () => whole },
    signer: { download: async (key: string, seconds: number) => `${key} for ${seconds}` },
    now: () => 10_000,
    ...(turn && { foretellStart: async () => turn }),
  }
  const input = { account: 'a', feature: reshape, stage: 'effect', taskId: STORED.id, ...asked }
  return await readTask(input as never, deps as never).catch(({ code }: Failure) => code)
}

test.each<[string, object | undefined, object]>([
  ['that is malformed', {}, { taskId: 'x' }],
  ['that is not known', undefined, {}],
  ['of another account', { account: 'b' }, {}],
  ['of another feature', { feature: 'face-lift' }, {}],
  ['of another stage', { stage: 'pre-process' }, {}],
  ['that was deleted', { deletedAt: 1 }, {}],
  ['that has expired', { expiresAt: 10 }, {}],
])('an id %s leads to no task', async (_, task, asked) => {
  expect(await read(task, asked)).toBe('InvalidTaskId')
})

test('a task is told with its state, when work began and its turn while it waits', async () => {
  const turn = { place: 3 }
  expect(await read({}, {}, turn)).toEqual({
    data: { task_status: 'running', error: null, results: null },
    charge: undefined,
    workStart: 'waiting',
    turn,
  })
  expect(await read({ startedAt: 7 }, {}, turn)).toMatchObject({ workStart: 7, turn: undefined })
  const shared = { frames: 10, before: 0, since: 0, at: 1000, done: { 0: 3 } }
  expect(await read({ shared }, {}, turn)).toMatchObject({
    workStart: 5,
    turn: undefined,
    data: { progress: { frames_done: 3, frames_total: 10 } },
  })
  const results = { values: { note: 'n' }, objects: { url: 'results/a' } }
  const progress = { done: 1, total: 2, since: 0, at: 1 }
  expect(await read({ status: 'success', results, progress })).toEqual({
    data: {
      task_status: 'success',
      error: null,
      results: { url: 'results/a for 7200', note: 'n' },
    },
    charge: { units: 1 },
    workStart: 5,
    turn: undefined,
  })
  expect(await read({ status: 'error', error: 'NoTarget', errorMessage: 'm' })).toMatchObject({
    data: { task_status: 'error', error: 'NoTarget', error_message: 'm', results: null },
    charge: { units: 0 },
  })
  expect(((await read({ status: 'error' })) as { data: object }).data).toEqual({
    task_status: 'error',
    error: 'unknown_internal_error',
    results: null,
  })
  expect(await read({ status: 'error', error: 'TaskTimeout' })).toBe('TaskTimeout')
})

const CLAIM = { account: 'a', key: 'k', request: 'r', signed: 'rs' }

async function claim(seen: object | undefined, more: object = {}, extended = true) {
  const calls: unknown[] = []
  const deps = {
    idempotency: {
      claim: async (...given: unknown[]) => {
        calls.push(['claim', ...given])
        return seen
      },
      extend: async (...given: unknown[]) => {
        calls.push(['extend', ...given])
        return extended
      },
      remove: async (...given: unknown[]) => void calls.push(['remove', ...given]),
    },
    tasks: { get: async (id: string) => (id === 'made' ? { id } : undefined) },
    now: () => 100_500,
  } as never
  const made = await claimIdempotencyKey({ ...CLAIM, ...more }, deps).catch(({ code }) => code)
  return { made, calls, deps }
}

test('a key is held for ten seconds, or until its function is stopped, and bound for a day', async () => {
  const { made, calls } = await claim(undefined)
  expect(made.record).toMatchObject({ request: 'r', heldUntil: 111, expiresAt: 100 + 86_400 })
  expect(calls[0]).toEqual(['claim', made.record, 100])
  expect((await claim(undefined, { deadline: 103_001 })).made.record.heldUntil).toBe(104)
  const ids = await Promise.all(
    [{}, { account: 'ak', key: '' }, { key: 'l' }].map(
      async (more) => (await claim(undefined, more)).made.record.id,
    ),
  )
  expect(new Set(ids).size).toBe(3)
})

test.each<[string, object, boolean, unknown]>([
  [
    'another request',
    { request: 'other', taskId: 'made', heldUntil: 0 },
    true,
    'IdempotencyMismatch',
  ],
  [
    'a request with its task',
    { request: 'r', taskId: 'made', heldUntil: 999 },
    true,
    { existing: { id: 'made' } },
  ],
  [
    'one of an earlier release',
    { request: 'rs', taskId: 'made', heldUntil: 0 },
    true,
    { existing: { id: 'made' } },
  ],
  [
    'one that still holds it',
    { request: 'r', taskId: 'x', heldUntil: 101 },
    true,
    'IdempotencyConflict',
  ],
  [
    'one that others continue',
    { request: 'r', taskId: 'x', heldUntil: 100 },
    false,
    'IdempotencyConflict',
  ],
  [
    'one that crashed',
    { request: 'r', taskId: 'x', heldUntil: 100 },
    true,
    { record: { request: 'r', taskId: 'x', heldUntil: 111 } },
  ],
])('a key of %s', async (_, seen, extended, expected) => {
  expect((await claim(seen, {}, extended)).made).toEqual(expected)
})

test('a refused request frees its key, one that broke keeps it for the next', async () => {
  const { deps, calls } = await claim(undefined)
  calls.length = 0
  await releaseIdempotencyKey({ id: 'i' } as never, new Failure('BadRequest'), deps)
  await releaseIdempotencyKey({ id: 'i' } as never, new Error('Broken.'), deps)
  expect(calls).toEqual([
    ['remove', { id: 'i' }],
    ['extend', { id: 'i' }, 100],
  ])
})

const signed = (day: string, seconds: number) =>
  `https://b.s3.amazonaws.com/k?X-Amz-Date=202601${day}T000000Z&X-Amz-Expires=${seconds}&X-Amz-Signature=s`

test('a task that waits has the URLs that end later, and no others', async () => {
  const renew = async (task: object, url: string) => {
    const calls: unknown[] = []
    const tasks = {
      renewUrls: async (...given: unknown[]) => {
        calls.push(given)
        return true
      },
    }
    const mine = {
      id: 't',
      status: 'running',
      files: { src: { url: signed('10', 60) } },
      parameters: {},
    }
    await renewUrls(
      { ...mine, ...task } as never,
      { files: { src: { url } }, parameters: {} } as never,
      {
        tasks,
      },
    )
    return calls.length
  }
  expect(await renew({}, signed('10', 61))).toBe(1)
  expect(await renew({}, signed('10', 60))).toBe(0)
  expect(await renew({}, 'https://example.com/a')).toBe(0)
  expect(await renew({ startedAt: 1 }, signed('10', 61))).toBe(0)
  expect(await renew({ status: 'success' }, signed('10', 61))).toBe(0)
  // The one that ends first counts.
  const two = { ref: { url: signed('11', 60) }, src: { url: signed('10', 60) } }
  expect(await renew({ files: two }, signed('10', 61))).toBe(1)
})

test('frames are noted every two seconds, and a task of another worker ends the work', async () => {
  const noted: unknown[] = []
  let at = 10_000
  let isOurs = true
  const note = async (progress: object) => {
    noted.push(progress)
    return isOurs
  }
  const { onFrames, ended } = followProgress({ id: 't' }, { note, now: () => at })
  onFrames(1, 9)
  at += 1999
  onFrames(2, 9)
  at += 1
  onFrames(3, 9)
  expect(noted).toEqual([
    { done: 1, total: 9, since: 10_000, at: 10_000 },
    { done: 3, total: 9, since: 10_000, at: 12_000 },
  ])
  await Promise.resolve()
  expect(ended.aborted).toBe(false)
  isOurs = false
  at += 2000
  onFrames(4, 9)
  await new Promise((resolve) => setImmediate(resolve))
  expect(ended.aborted).toBe(true)
})
