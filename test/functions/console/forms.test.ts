import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MAX_PLANNED, MAX_UPLOADS } from '../../../catalog/console/upload-limits.ts'
import { BATCHES } from '../../../functions/console/routes/batches-forms.ts'
import { CHANGES } from '../../../functions/console/routes/changes.ts'
import { DROPS } from '../../../functions/console/routes/drops-forms.ts'
import { JOBS } from '../../../functions/console/routes/jobs-forms.ts'
import { taskCursor, taskCursorOf } from '../../../functions/console/routes/service/fields.ts'
import { SERVICE_CHANGES } from '../../../functions/console/routes/service/service-changes.ts'
import { SERVICE } from '../../../functions/console/routes/service/service-forms.ts'
import { TRIES_FORMS } from '../../../functions/console/routes/tries/tries-forms.ts'

const JOB = `job-${'0'.repeat(40)}`
const TIME = '2026-11-26T14:00:00.000Z'

/** Which of some values a form takes under a name, beside what else it must be told. */
function taken(form: z.core.$ZodType, name: string, values: readonly unknown[], beside = {}) {
  return values.filter((value) => z.safeParse(form, { ...beside, [name]: value }).success)
}

/** Takes the first values and not the others. */
function expectTaken(
  form: z.core.$ZodType,
  name: string,
  {
    is,
    isNot,
    beside = {},
  }: { is: readonly unknown[]; isNot: readonly unknown[]; beside?: object },
) {
  expect(taken(form, name, [...is, ...isNot], beside)).toEqual(is)
}

const LIMITS = { is: [1, 200, '200'], isNot: [0, 201, 1.5, 'x'] }
const many = (count: number, one: unknown = 'a') => Array.from({ length: count }, () => one)
const text = (length: number) => 'x'.repeat(length)

test('a page of jobs begins at a cursor or a time', () => {
  expectTaken(JOBS.list.query, 'before', {
    is: [`${TIME}~${JOB}`, `${TIME}~${JOB}-1`, `${TIME}~${JOB}-99999`, TIME, '2026-11-26T14:00Z'],
    isNot: [
      `x${TIME}`,
      `${TIME}x`,
      `${TIME}~${JOB}-0`,
      `${TIME}~${JOB}-100000`,
      `${TIME}~${JOB}0`,
      '2026-13-26T14:00Z',
      '2026-11-26',
    ],
  })
  expectTaken(JOBS.list.query, 'limit', LIMITS)
  expectTaken(JOBS.list.query, 'reason', { is: ['NoTarget'], isNot: ['NoSuch'] })
  expectTaken(JOBS.list.query, 'state', {
    is: ['running', 'parked', 'succeeded', 'refused', 'failed'],
    isNot: ['–', 'done'],
  })
})

test('a page of batches begins at a cursor or a time', () => {
  const batch = `batch-${'0'.repeat(40)}`
  expectTaken(BATCHES.list.query, 'before', {
    is: [`${TIME}~${batch}`, TIME, '2026-11-26T14:00Z'],
    isNot: [`x${TIME}`, `${TIME}x`, `${TIME}~${batch}0`, `${TIME}~${JOB}`, '2026-11-26'],
  })
})

test('what is known of jobs is bounded', () => {
  expectTaken(JOBS.changes.body, 'running', {
    is: [[], many(200, JOB)],
    isNot: [many(201, JOB), ['x'], undefined],
  })
  expectTaken(JOBS.file.query, 'as', { is: ['shown', 'download', undefined], isNot: ['–'] })
  expectTaken(JOBS.find.query, 'text', { is: [text(1), text(1024)], isNot: ['', text(1025)] })
  expectTaken(JOBS.find.query, 'after', {
    is: [text(1024), undefined],
    isNot: [text(1025)],
    beside: { text: 'a' },
  })
})

test('files that are dropped are bounded', () => {
  const file = { name: 'a', size: 0, modified: 0 }
  const beside = { recipe: 'slim' }
  const files = (change: object) => [{ ...file, ...change }]
  const isNot = [
    [],
    files({ name: '' }),
    files({ name: text(4097) }),
    files({ size: -1 }),
    files({ size: 0.5 }),
    files({ modified: 0.5 }),
    files({ kind: text(21) }),
  ]
  const is = [files({}), files({ name: text(4096) }), files({ kind: text(20) })]
  for (const [form, most] of [
    [DROPS.plan.body, MAX_PLANNED],
    [DROPS.begin.body, MAX_UPLOADS],
  ] as const) {
    expectTaken(form, 'files', {
      is: [...is, many(most, file)],
      isNot: [...isNot, many(most + 1, file)],
      beside,
    })
  }
  expectTaken(DROPS.jobs.body, 'names', {
    is: [['a'], [text(1024)], many(MAX_UPLOADS)],
    isNot: [[], [''], [text(1025)], many(MAX_UPLOADS + 1)],
    beside,
  })
  expectTaken(DROPS.state.query, 'after', { is: [0, '7', undefined], isNot: [-1, 0.5] })
  expect(DROPS.plan.maxBodyBytes).toBe(4_194_304)
  expect([DROPS.begin, DROPS.complete, DROPS.abort].map(({ changes }) => changes)).toEqual([
    true,
    true,
    true,
  ])
  expect(DROPS.begin.keepsAnswer).toBe(false)
})

test('a try is bounded', () => {
  const file = { role: 'src', name: 'a', contentType: 'image/png', size: 0 }
  const check = { feature: 'f', parameters: {}, files: [file] }
  expectTaken(TRIES_FORMS.check.body, 'feature', {
    is: ['2d-vto/necklace', text(64)],
    isNot: ['', text(65), '/a', 'A', 'a b'],
    beside: check,
  })
  const files = (change: object) => [{ ...file, ...change }]
  expectTaken(TRIES_FORMS.check.body, 'files', {
    is: [
      many(12, file),
      files({ role: text(20) }),
      files({ name: text(255) }),
      files({ contentType: text(100) }),
    ],
    isNot: [
      [],
      many(13, file),
      files({ role: text(21) }),
      files({ name: '' }),
      files({ name: text(256) }),
      files({ contentType: text(101) }),
      files({ size: -1 }),
      files({ size: 0.5 }),
    ],
    beside: check,
  })
  const effect = { make: 'effect', feature: 'f', parameters: {}, files: {} }
  expectTaken(TRIES_FORMS.make.body, 'files', {
    is: [{}, { src: ['a'] }, { src: many(12) }, { src: [text(512)] }],
    isNot: [{ src: many(13) }, { src: [''] }, { src: [text(513)] }, { src: ['a/b'] }],
    beside: effect,
  })
  expectTaken(TRIES_FORMS.make.body, 'index', {
    is: [0, 1000, undefined],
    isNot: [-1, 1001, 0.5],
    beside: effect,
  })
  expectTaken(TRIES_FORMS.status.query, 'stage', {
    is: ['effect', 'pre-process'],
    isNot: ['–'],
    beside: { feature: 'f' },
  })
  expect(TRIES_FORMS.make.changes).toBe(true)
})

test('what is asked about the service is bounded', () => {
  const beside = { account: 'a' }
  expectTaken(SERVICE.units.query, 'account', {
    is: ['a', `a${'-'.repeat(63)}`, '0'],
    isNot: ['', '-a', 'A', `a${'-'.repeat(64)}`, 'a.b'],
  })
  expectTaken(SERVICE.units.query, 'limit', { ...LIMITS, beside })
  const cursor = (rest: string) => `history#${'1'.repeat(12)}#2#${rest}`
  expectTaken(SERVICE.units.query, 'before', {
    is: [cursor('a'), cursor(text(600)), undefined],
    isNot: [cursor(''), cursor(text(601)), `x${cursor('a')}`, cursor('a b')],
    beside,
  })
  const id = text(64)
  expectTaken(SERVICE.deliveries.query, 'before', {
    is: ['1', '1'.repeat(12), `1~${id}`, `1~${text(128)}`],
    isNot: ['', 'x1', '1'.repeat(13), `1~${text(63)}`, `1~${text(129)}`],
    beside,
  })
  expectTaken(SERVICE.deliveries.query, 'failed', { is: ['true'], isNot: ['false'], beside })
  expectTaken(SERVICE.tasks.query, 'status', {
    is: ['running', 'success', 'error'],
    isNot: ['–'],
    beside,
  })
  expectTaken(SERVICE.costs.query, 'days', { is: [1, 90, '90'], isNot: [0, 91, 1.5] })
  expectTaken(SERVICE.costs.query, 'by', { is: ['day,recipe'], isNot: ['–'] })
  expectTaken(SERVICE.audit.query, 'before', {
    is: ['2026-11-26', `${TIME}#a`, `${TIME}#${text(64)}`],
    isNot: ['2026-13-26', 'x2026-11-26', '2026-11-26x', `${TIME}#`, `${TIME}#${text(65)}`],
  })
})

test('a cursor of tasks is their second and an id', () => {
  const id = text(64)
  expect(taskCursor({ createdAt: 7, id })).toBe(`7~${id}`)
  expect(taskCursorOf(`7~${id}`)).toEqual({ createdAt: 7, id })
  expect(taskCursorOf(`${'9'.repeat(12)}~${id}`)?.createdAt).toBe(999_999_999_999)
  for (const none of [
    `${'9'.repeat(13)}~${id}`,
    `x7~${id}`,
    `7x~${id}`,
    `7~${id}~a`,
    '7~a b',
    '7',
  ]) {
    expect(taskCursorOf(none)).toBeUndefined()
  }
})

test('what is changed is bounded', () => {
  const batch = { prefix: 'files/a', recipe: 'slim' }
  expectTaken(CHANGES.beginBatch.body, 'prefix', {
    is: [`files/${text(1018)}`],
    isNot: [`files/${text(1019)}`, 'results/a', `xfiles/`],
    beside: batch,
  })
  expectTaken(CHANGES.beginBatch.body, 'concurrency', {
    is: [1, 10_000, undefined],
    isNot: [0, 10_001, 1.5],
    beside: batch,
  })
  for (const form of [CHANGES.beginBatch.body, CHANGES.redriveBatch.body]) {
    const beside = form === CHANGES.beginBatch.body ? batch : {}
    expectTaken(form, 'tolerate', { is: [0, 100, undefined], isNot: [-1, 101, 0.5], beside })
  }
  expectTaken(CHANGES.beginBatch.body, 'refusalsCount', {
    is: [true, undefined],
    isNot: [false],
    beside: batch,
  })
  expect(Object.values(CHANGES).every(({ changes }) => changes)).toBe(true)
})

test('what is changed at the service is bounded', () => {
  const key = { account: 'a', name: 'k' }
  const limits = (perWindow: number) => ({ perWindow, perSecond: 1 })
  expectTaken(SERVICE_CHANGES.makeKey.body, 'name', {
    is: [text(1), text(100), undefined],
    isNot: ['', text(101)],
    beside: key,
  })
  expectTaken(SERVICE_CHANGES.makeKey.body, 'limits', {
    is: [limits(1), limits(1_000_000_000), undefined],
    isNot: [limits(0), limits(1_000_000_001), limits(1.5)],
    beside: key,
  })
  expectTaken(SERVICE_CHANGES.makeKey.body, 'expiresAt', {
    is: [TIME],
    isNot: ['2026-11-26'],
    beside: key,
  })
  expectTaken(SERVICE_CHANGES.rotateKey.body, 'keepHours', { is: [0, 720], isNot: [-1, 721] })
  expect(z.parse(SERVICE_CHANGES.rotateKey.body, {})).toEqual({ keepHours: 24 })
  const webhook = { account: 'a', url: 'u' }
  expectTaken(SERVICE_CHANGES.addWebhook.body, 'url', {
    is: [text(1), text(2048)],
    isNot: ['', text(2049)],
    beside: webhook,
  })
  expectTaken(SERVICE_CHANGES.addWebhook.body, 'features', {
    is: [[], ['a'], [text(100)]],
    isNot: [[''], [text(101)]],
    beside: webhook,
  })
  const grant = { account: 'a', units: 1 }
  expectTaken(SERVICE_CHANGES.grantUnits.body, 'units', {
    is: [1, 1_000_000_000],
    isNot: [0, 1_000_000_001, 1.5],
    beside: grant,
  })
  expectTaken(SERVICE_CHANGES.grantUnits.body, 'reference', {
    is: [text(1), text(100)],
    isNot: ['', text(101)],
    beside: grant,
  })
  expectTaken(SERVICE_CHANGES.replay.body, 'events', {
    is: [['evt_a'], [`evt_${text(100)}`], many(100, 'evt_a')],
    isNot: [[], ['xevt_a'], ['evt_'], [`evt_${text(101)}`], ['evt_a b'], many(101, 'evt_a')],
    beside: { account: 'a' },
  })
  expect(Object.values(SERVICE_CHANGES).every(({ changes }) => changes)).toBe(true)
})
