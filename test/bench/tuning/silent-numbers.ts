import { hash } from 'node:crypto'
import { type Engine, openEngine, type PerformRequest } from '../../../engine/perform.ts'
import type { Performer } from '../../../engine/performers/performer.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { rememberRuns } from '../../engine/remember-runs.ts'
import { flagValue } from '../flag-value.ts'
import { shrunkTask, tasksOfFolder, tasksOfSheet } from './asked-tasks.ts'
import { findSilent } from './find-silent.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { type TunedNumber, withMoved } from './tuned-numbers.ts'
import { openRetunable, performedBy, varyPerformer } from './vary-performer.ts'

/** The numbers of a file that are moved, for tasks of a feature. */
export type Moved = {
  feature: string
  file: string
  source: string
  numbers: readonly TunedNumber[]
  /** By which share of itself. */
  by: number
}

/** How many runs of networks are remembered: a dozen for each of some hundred pictures. */
const REMEMBERED = 1200

/** The longer sides of photographs, in turn, in pixels: some numbers act on small pictures only. */
const SIDES = [800, 500, 300]

/** Prints and gives the numbers that change no task; see `tuning.ts`. */
export async function silentNumbers(
  moved: Moved,
  flags: readonly string[],
): Promise<TunedNumber[]> {
  const { numbers } = moved
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`
  const vision = await openVision()
  const remembering: Vision = { ...vision, ...rememberRuns(vision, REMEMBERED) }
  const engine = openEngine({ vision: async () => remembering })
  const tasks = await inOrder(engine, await askedTasks(moved.feature, engine, flags))
  const whole = tasks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  console.log(
    `${tasks.length} tasks of ${whole.toFixed(1)} s, ${tasks.filter(({ refused }) => refused).length} refused, ` +
      `${numbers.length} numbers; ${seconds()}`,
  )
  const performers = new Map<string, Promise<Performer>>()
  const performerWith = (some: readonly TunedNumber[], by: number): Promise<Performer> => {
    const key = `${some.map(({ start }) => start)} ${by}`
    const loading =
      performers.get(key) ??
      varyPerformer(moved.feature, moved.file, withMoved(moved.source, some, by)).catch(failing)
    performers.set(key, loading)
    return loading
  }
  const most = Number(flagValue(flags, 'seconds') ?? Infinity)
  let tried = 0
  function* whileTime() {
    for (const task of tasks) {
      if (performance.now() - start > 1000 * most) return
      tried++
      yield task
    }
  }
  const { performer, retune } = await openRetunable(moved.feature, moved.file, moved.source)
  const changes =
    (performerOf: (some: readonly TunedNumber[], by: number) => Promise<Performer>) =>
    async (some: readonly TunedNumber[], by: number, { request, digest }: Tried) => {
      const run = () => outcomeOf(engine, request)
      return digestOf(await performedBy(moved.feature, await performerOf(some, by), run)) !== digest
    }
  const ways = [moved.by, -moved.by]
  const quiet = await findSilent(
    numbers,
    ways,
    whileTime(),
    changes(async (some, by) => {
      await retune(withMoved(moved.source, some, by))
      return performer
    }),
  )
  console.log(`${quiet.length} change none of ${tried} while loaded; ${seconds()}`)
  const silent = await findSilent(quiet, ways, tasks.slice(0, tried), changes(performerWith))
  for (const { name, value } of silent) console.log(`${name} ${value}: nothing`)
  vision.close()
  console.log(`${silent.length} of ${numbers.length} change none of ${tried}; ${seconds()}`)
  return silent
}

/** A task, and what comes of it with nothing moved. */
type Tried = { request: PerformRequest; digest: string }

async function askedTasks(
  feature: string,
  engine: Engine,
  flags: readonly string[],
): Promise<PerformRequest[]> {
  const numberOf = (name: string) => {
    const value = flagValue(flags, name)
    return value === undefined ? undefined : Number(value)
  }
  const oneIn = numberOf('one-in') ?? 1
  const ofSheet = await tasksOfSheet(feature, engine, { oneIn, withPhotographs: true })
  const side = numberOf('side')
  const small = side ? await Promise.all(ofSheet.map((task) => shrunkTask(task, side))) : ofSheet
  const photos = flagValue(flags, 'folder')
  if (!photos) return small
  const chosen = { count: numberOf('count'), seed: numberOf('seed'), sides: SIDES }
  return [...small, ...(await tasksOfFolder(photos, ofSheet, engine, chosen))]
}

/** The tasks with what comes of them, the quickest first: these have to tell of most numbers. */
async function inOrder(engine: Engine, requests: readonly PerformRequest[]) {
  const done = []
  for (const request of requests) {
    const start = performance.now()
    const outcome = await outcomeOf(engine, request)
    const milliseconds = performance.now() - start
    done.push({ request, digest: digestOf(outcome), milliseconds, refused: outcome.refused })
  }
  return done.toSorted((one, other) => one.milliseconds - other.milliseconds)
}

function digestOf({ bytes, ...told }: Outcome): string {
  return `${bytes && hash('sha1', bytes)} ${JSON.stringify(told)}`
}

/** Of a source that cannot be loaded: every task shows that. */
function failing(error: unknown): Performer {
  return {
    effect: async () => {
      throw error
    },
  }
}
