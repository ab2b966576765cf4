import { VIDEO_MEGABYTES } from '../../catalog/costs/compute.ts'
import { seededRandom } from '../../engine/raster/seeded-random.ts'
import { LARGE_REGION, OTHER_REGION } from '../../functions/operate/plan/quotas.ts'
import type { Plan } from '../../functions/operate/plan/simulate.ts'
import { MAX_FREE_TASKS } from '../../functions/service/core/ports/free-task-store.ts'

/**
 * Seconds of a worker for `body-reshape` at 2 megapixels, its detection and its effect, on two quiet x64 cores;
 * Lambda's ARM cores were not measured.
 */
const DETECTION = [0.57]
const EFFECT = [1.87]
/** Seconds of a video that one worker makes, near the longest before it is shared (formula in docs/operate.md). */
const VIDEO = [400]

const TASKS: Plan['tasks'] = [
  { free: true, seconds: DETECTION },
  { free: false, seconds: EFFECT },
]

/** As deployed without settings, in a large region. */
function deployed(seed: number): Omit<Plan, 'files' | 'arrival'> {
  const random = seededRandom(seed)
  return {
    tasks: TASKS,
    workers: () => 10,
    openFiles: 1_000,
    drops: 10,
    freeTasks: MAX_FREE_TASKS,
    own: { start: 0.1, step: 0.1 },
    quotas: LARGE_REGION,
    random,
  }
}

/** `megabytes` are those of a worker; none where the service is another's. */
export type Scenario = { name: string; plan: Plan; megabytes: number }

/** Of a worker of pictures (`lib/constructs/engine-function.ts`). */
const PICTURE_MEGABYTES = 2048

const DROPPED = { files: 10_000, arrival: { overSeconds: 60 } }

/** What is simulated, each by its name; `files` scales the largest. */
export function scenarios(million: number): Scenario[] {
  return Object.entries(plansOf(million)).map(([name, plan]) => ({
    name,
    plan,
    megabytes: MEGABYTES[name] ?? PICTURE_MEGABYTES,
  }))
}

const VIDEOS = '100 long videos'
const PROVIDER = 'a provider of 250 requests in 300 s'
const MEGABYTES: Readonly<Record<string, number>> = { [VIDEOS]: VIDEO_MEGABYTES, [PROVIDER]: 0 }

function plansOf(million: number): Readonly<Record<string, Plan>> {
  const base = deployed(1)
  return {
    '10,000 in a minute': { ...base, ...DROPPED },
    '10,000 in a minute, 100 workers': { ...base, ...DROPPED, workers: () => 100 },
    'a million by batch, 1,000 at once, 200 workers': {
      ...base,
      files: million,
      arrival: { atOnce: 1_000 },
      workers: () => 200,
    },
    [VIDEOS]: {
      ...base,
      files: 100,
      arrival: { overSeconds: 60 },
      tasks: [{ free: false, seconds: VIDEO }],
      workers: () => 4,
    },
    [PROVIDER]: {
      ...base,
      files: 3_000,
      arrival: { overSeconds: 60 },
      // It works many at once; a creation and a look at the status are two requests of a task.
      workers: () => 1_000,
      freeTasks: Number.POSITIVE_INFINITY,
      tasks: TASKS.map((task) => ({ ...task, free: false })),
      quotas: { ...LARGE_REGION, requests: { burst: 125, perSecond: 125 / 300 } },
    },
    'another account floods the service': {
      ...base,
      files: 100,
      arrival: { overSeconds: 10 },
      others: { tasks: 20_000, seconds: 1.87 },
    },
    'a region of 800 transitions': {
      ...base,
      ...DROPPED,
      workers: () => 500,
      quotas: OTHER_REGION,
    },
    'a third of the workers lost': {
      ...base,
      ...DROPPED,
      workers: (now) => (now < 600 ? 30 : 20),
    },
    'a deployment in the middle': {
      ...base,
      ...DROPPED,
      workers: () => 30,
      coldAt: { at: 300, seconds: 8 },
    },
  }
}
