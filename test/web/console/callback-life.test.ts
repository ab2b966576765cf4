import { expect, test } from 'vitest'
import type { TimelineState, WebhooksAnswer } from '../../../catalog/console/wire.ts'
import { lifeOf } from '../../../web/console/job/callback-life.ts'

const BEGAN = Date.parse('2026-11-26T12:00:00Z')

/** A state that stores its token after 0 s, waits from 2 s on, and goes on after so many milliseconds. */
function stateOf(ms: number, open = false): TimelineState {
  const stretches = [
    { kind: 'work' as const, atMs: 0, ms: 2000 },
    { kind: 'wait' as const, atMs: 2000, ms: ms - 2000 },
  ]
  return { state: 'CreateTask', atMs: 0, ms, open, stretches, errors: [], task: 'task' }
}

type Made = [atMs: number, status: number | undefined]

function toldAt(made: readonly Made[], pipeline = true): WebhooksAnswer['tasks'][number] {
  const attempts = made.map(([atMs, status]) => ({
    at: new Date(BEGAN + atMs).toISOString(),
    ms: 20,
    ...(status === undefined ? { reason: 'ECONNREFUSED' } : { status }),
  }))
  return {
    task: 'task',
    event: 'evt_1',
    createdAt: '2026-11-26T12:00:01.000Z',
    finishedAt: '2026-11-26T12:00:09.000Z',
    deliveries: [{ status: 'delivered', endpoint: 'one', pipeline, attempts }],
  }
}

function told(state: TimelineState, made: readonly Made[], pipeline?: boolean) {
  const { found, events } = lifeOf(state, BEGAN, toldAt(made, pipeline))
  return { found, came: events.flatMap((event) => (event.is === 'attempt' ? [event.came] : [])) }
}

test('a webhook that is taken lets the state go on, after what came before it', () => {
  const { events, found } = lifeOf(stateOf(10_050), BEGAN, toldAt([[10_000, 204]]))
  expect(found).toBe('webhook')
  expect(events.map(({ is }) => is)).toEqual([
    ...['stored', 'created', 'waiting', 'ended', 'attempt', 'went on'],
  ])
})

test.each<[string, number, Made[], ReturnType<typeof told>]>([
  ['nobody told it', 40_000, [], { found: 'polling', came: [] }],
  ['it was told late', 40_000, [[90_000, 204]], { found: 'polling', came: ['late'] }],
  ['it was told early', 2_500, [[1_500, 204]], { found: 'webhook', came: ['early'] }],
  [
    'it was told twice',
    10_050,
    [
      [10_000, 204],
      [60_000, 204],
    ],
    { found: 'webhook', came: ['resumed', 'repeated'] },
  ],
  [
    'the third try came through',
    30_050,
    [
      [10_000, undefined],
      [15_000, 500],
      [30_000, 204],
    ],
    { found: 'webhook', came: ['refused', 'refused', 'resumed'] },
  ],
  ['its signature was wrong', 40_000, [[10_000, 401]], { found: 'polling', came: ['unsigned'] }],
])('%s', (_, ms, made, life) => {
  expect(told(stateOf(ms), made)).toEqual(life)
})

test('a state that waits still waits, and what others were told lets nothing go on', () => {
  expect(told(stateOf(5_000, true), [])).toEqual({ found: 'waiting', came: [] })
  expect(told(stateOf(40_000), [[10_000, 204]], false)).toEqual({ found: 'polling', came: [] })
})
