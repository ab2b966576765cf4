import { expect, test } from 'vitest'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { newAgenda } from '../../../../functions/operate/plan/agenda.ts'
import { dollarLines } from '../../../../functions/operate/plan/dollars.ts'
import { newFifo } from '../../../../functions/operate/plan/fifo.ts'
import { LARGE_REGION, OTHER_REGION, quotasOf } from '../../../../functions/operate/plan/quotas.ts'
import { type Plan, simulate } from '../../../../functions/operate/plan/simulate.ts'
import { tokenBucket } from '../../../../functions/operate/plan/token-bucket.ts'
import { MAX_FREE_TASKS } from '../../../../functions/service/core/ports/free-task-store.ts'
import { scenarios } from '../../../bench/scenarios.ts'
import { fewOrAll, sampled } from '../../../setup/sampled.ts'

/** Files that come at once, or almost. */
const MANY = fewOrAll(4_000, 10_000)

function planned(changes: Partial<Plan> = {}): Plan {
  const plan = scenarios(1_000)[0]?.plan as Plan
  return { ...plan, files: 1_000, arrival: { overSeconds: 10 }, ...changes }
}

test.each(
  sampled(
    2,
    scenarios(MANY).map((scenario) => [scenario.name, scenario] as const),
  ),
)('%s: every file ends, and none fails for waiting', (_, { plan }) => {
  const { ended, failedForWaiting } = simulate(plan)
  expect({ ended, failedForWaiting }).toEqual({ ended: plan.files, failedForWaiting: 0 })
})

test('a flood keeps ten workers busy to its end, in no more executions than are let', () => {
  const plan = planned({ files: MANY, arrival: { overSeconds: 60 } })
  const { use, mostOpen, mostAhead, seconds } = simulate(plan)
  expect(use.find(({ name }) => name === 'workers')?.share).toBeGreaterThan(0.97)
  expect(seconds).toBeGreaterThanOrEqual((MANY * (0.57 + 1.87)) / 10)
  expect(mostOpen).toBeLessThanOrEqual(plan.openFiles + plan.drops)
  expect(mostAhead).toBeLessThan(300)
})

test('while the service refuses tasks, files wait in the queue and not in executions', () => {
  const flood = { files: 1_500, arrival: { overSeconds: 20 } }
  const open = (changes: Partial<Plan>) => simulate(planned({ ...flood, ...changes })).mostOpen
  // Nothing but the service's bound of free tasks differs.
  expect(open({ freeTasks: Number.POSITIVE_INFINITY })).toBeGreaterThan(900)
  expect(open({})).toBeLessThan(800)
})

test('in a batch of thousands at once detections run no further ahead than the service lets them', () => {
  const batch = { files: MANY, arrival: { atOnce: MANY } }
  expect(simulate(planned(batch)).mostAhead).toBeLessThan(1.1 * MAX_FREE_TASKS)
  const free = simulate(planned({ ...batch, freeTasks: Number.POSITIVE_INFINITY }))
  expect(free.mostAhead).toBeGreaterThan(MANY / 2)
})

test('without a bound as many executions are open as files were dropped, which the line prevents', () => {
  const { mostOpen } = simulate(planned({ openFiles: 100_000 }))
  expect(mostOpen).toBeGreaterThan(900)
  expect(simulate(planned({ openFiles: 100 })).mostOpen).toBeLessThanOrEqual(110)
})

test('tasks that no worker begins within their day fail for waiting, and are counted', () => {
  const tasks = [{ free: false, seconds: [3_000] }]
  const { failedForWaiting, ended } = simulate(planned({ tasks, files: 100, workers: () => 1 }))
  expect(failedForWaiting).toBeGreaterThan(50)
  expect(failedForWaiting + ended).toBe(100)
})

test('another account that floods the service doubles the time at most', () => {
  const alone = simulate(planned({ files: 100 })).seconds
  const others = { tasks: 5_000, seconds: 1.87 }
  expect(simulate(planned({ files: 100, others })).seconds).toBeLessThan(2.5 * alone)
})

test('a batch has no more files under way than it says, and costs no looks', () => {
  const { mostOpen, resent } = simulate(planned({ arrival: { atOnce: 50 } }))
  expect(mostOpen).toBe(50)
  expect(resent).toBe(0)
})

test('fewer workers, slower quotas and a provider’s limit make it longer', () => {
  const seconds = (changes: Partial<Plan>) => simulate(planned(changes)).seconds
  const usual = seconds({ workers: () => 500 })
  expect(seconds({ workers: () => 5 })).toBeGreaterThan(2 * usual)
  const requests = { burst: 10, perSecond: 1 }
  expect(seconds({ workers: () => 500, quotas: { ...LARGE_REGION, requests } })).toBeGreaterThan(
    1_900,
  )
  const transitions = { burst: 10, perSecond: 20 }
  expect(seconds({ workers: () => 500, quotas: { ...OTHER_REGION, transitions } })).toBeGreaterThan(
    290,
  )
  const budget = { burst: 10, perSecond: 4 }
  expect(seconds({ workers: () => 500, quotas: { ...LARGE_REGION, budget } })).toBeGreaterThan(240)
})

test('a token bucket refuses or delays what is above it', () => {
  const bucket = tokenBucket('x', { burst: 2, perSecond: 4 })
  expect([0, 0, 0, 0.25, 0.25].map((at) => bucket.take(at))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ])
  expect([10, 10, 10, 10].map((at) => bucket.reserve(at))).toEqual([10, 10, 10.25, 10.5])
  expect(bucket.use()).toMatchObject({ taken: 7, refused: 2 })
})

test('an agenda is in the order of time, a queue in that of its elements', () => {
  const agenda = newAgenda()
  const seen: number[] = []
  for (const at of [5, 1, 4, 2, 3, 9]) agenda.after(at, () => seen.push(agenda.now()))
  agenda.run(5)
  expect(seen).toEqual([1, 2, 3, 4, 5])
  const fifo = newFifo<number>()
  for (let n = 0; n < 25_000; n++) fifo.push(n)
  expect(Array.from({ length: 25_000 }, () => fifo.shift())).toEqual(
    Array.from({ length: 25_000 }, (_, n) => n),
  )
  expect([fifo.shift(), fifo.size()]).toEqual([undefined, 0])
})

test('dollars are those of a file for each that ended, and what workers and waiting take', () => {
  const aFile = {
    stepFunctions: 0.1,
    lambda: 0,
    s3: 0,
    dynamodb: 0,
    messages: 0,
    logs: 0,
    units: 0,
  }
  const lines = dollarLines(
    { ended: 10, workerSeconds: 1_000, resent: 1_000_000 },
    { ...aFile, total: 0.1 },
    2_048,
  )
  expect(lines).toMatchObject({ stepFunctions: 1 })
  expect(lines['workers']).toBeCloseTo(0.0267, 4)
  expect(lines['waiting']).toBeCloseTo(3.075, 3)
  expect(lines['total']).toBeUndefined()
})

/** What a plan comes to, by hundredths and in the order of the cases below. */
function cameTo(changes: Partial<Plan>) {
  const { use, ...rest } = simulate(planned({ ...changes, random: seededRandom(3) }))
  const share = Object.fromEntries(use.map(({ name, share: used }) => [name, used]))
  const rounded = (value: number) => Math.round(100 * value) / 100
  return {
    seconds: rounded(rest.seconds),
    others: rounded(rest.othersSeconds),
    transitions: rest.transitions,
    worked: rounded(rest.workerSeconds),
    resent: rest.resent,
    most: [rest.mostOpen, rest.mostAhead],
    workers: rounded(share['workers'] ?? 0),
  }
}

const workers = () => 3

/** Small plans, each of which takes another way. A change of any rule changes what they come to. */
test.each<[string, Partial<Plan>, ReturnType<typeof cameTo>]>([
  [
    'dropped evenly',
    { files: 40, arrival: { overSeconds: 5 } },
    {
      seconds: 11.77,
      others: 0,
      transitions: 240,
      worked: 97.6,
      resent: 0,
      most: [31, 14],
      workers: 0.83,
    },
  ],
  [
    'a batch, twenty at once',
    { files: 40, arrival: { atOnce: 20 } },
    {
      seconds: 10.96,
      others: 0,
      transitions: 240,
      worked: 97.6,
      resent: 0,
      most: [20, 11],
      workers: 0.89,
    },
  ],
  [
    'beside another account',
    { files: 20, arrival: { overSeconds: 2 }, others: { tasks: 30, seconds: 2 }, workers },
    {
      seconds: 37.35,
      others: 31.03,
      transitions: 120,
      worked: 108.8,
      resent: 0,
      most: [20, 20],
      workers: 0.97,
    },
  ],
  [
    'with workers that begin anew',
    { files: 20, arrival: { overSeconds: 2 }, workers, coldAt: { at: 4, seconds: 9 } },
    {
      seconds: 26.68,
      others: 0,
      transitions: 120,
      worked: 75.8,
      resent: 0,
      most: [20, 13],
      workers: 0.95,
    },
  ],
  [
    'through narrow places',
    {
      files: 40,
      arrival: { overSeconds: 1 },
      openFiles: 5,
      drops: 2,
      freeTasks: 3,
      processors: 1,
    },
    {
      seconds: 90.27,
      others: 0,
      transitions: 240,
      worked: 97.6,
      resent: 81,
      most: [5, 2],
      workers: 0.11,
    },
  ],
])('%s', (_, changes, expected) => {
  expect(cameTo(changes)).toEqual(expected)
})

test('three regions have the larger quotas, and every local run', () => {
  for (const region of ['us-east-1', 'us-west-2', 'eu-west-1']) {
    expect(quotasOf(region, false)).toBe(LARGE_REGION)
  }
  expect(quotasOf('eu-central-1', false)).toBe(OTHER_REGION)
  expect(quotasOf('eu-central-1', true)).toBe(LARGE_REGION)
})
