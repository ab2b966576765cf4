import { hash } from 'node:crypto'
import { type Engine, openEngine, type PerformRequest } from '../../../engine/perform.ts'
import type { Performer } from '../../../engine/performers/performer.ts'
import type { ReadingCache } from '../../../engine/reading-cache.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { rememberRuns } from '../../engine/remember-runs.ts'
import { flagValue } from '../flag-value.ts'
import {
  shrunkTask,
  tasksOfFolder,
  tasksOfSheet,
  withParameters,
  withReferences,
} from './asked-tasks.ts'
import { findSilent } from './find-silent.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { COARSE, type TunedNumber, withMoved } from './tuned-numbers.ts'
import { openRetunable, performedBy, varyPerformer } from './vary-performer.ts'

/** The numbers of a file that are moved. */
export type Moved = {
  file: string
  source: string
  numbers: readonly TunedNumber[]
  /** By which share of itself. */
  by: number
}

/** How many runs of networks are remembered: a dozen for each of some hundred pictures. */
const REMEMBERED = 1200

/** What is read of a file may be read by the numbers that are moved. */
const UNKEPT: ReadingCache = { readOnce: async (_key, read) => read() }

/** The longer sides of photographs, in turn, in pixels: some numbers act on small pictures only. */
const SIDES = [800, 500, 300]

/**
 * Prints the numbers of files that change no task, and gives those that do not even where they are doubled or halved;
 * see `tuning.ts`.
 */
export async function silentNumbers(
  feature: string,
  files: readonly Moved[],
  flags: readonly string[],
): Promise<Moved[]> {
  const seconds = secondsFrom(performance.now())
  const vision = await openVision()
  const remembering: Vision = { ...vision, ...rememberRuns(vision, REMEMBERED) }
  const engine = openEngine({ vision: async () => remembering, readings: UNKEPT })
  const tasks = await inOrder(engine, await askedTasks(feature, engine, flags))
  const whole = tasks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  console.log(`${tasks.length} tasks of ${whole.toFixed(1)} s; ${seconds().toFixed(0)} s`)
  const refusals = Object.entries(Object.groupBy(tasks, ({ refused }) => refused ?? ''))
  for (const [words, those] of refusals) if (words) console.log(`  ${those!.length}: ${words}`)
  const dead: Moved[] = []
  for (const moved of files) {
    const most = Number(flagValue(flags, 'seconds') ?? Infinity)
    dead.push({ ...moved, numbers: await silentOf(feature, moved, { engine, tasks, most }) })
  }
  vision.close()
  return dead
}

/** @param most after so many seconds no further task is tried */
async function silentOf(
  feature: string,
  moved: Moved,
  { engine, tasks, most }: { engine: Engine; tasks: readonly Tried[]; most: number },
): Promise<TunedNumber[]> {
  const { file, source, numbers } = moved
  const seconds = secondsFrom(performance.now())
  const performers = new Map<string, Promise<Performer>>()
  const performerWith = (some: readonly TunedNumber[], by: number): Promise<Performer> => {
    const key = `${some.map(({ start }) => start)} ${by}`
    const loading =
      performers.get(key) ??
      varyPerformer(feature, file, withMoved(source, some, by)).catch(failing)
    performers.set(key, loading)
    return loading
  }
  let tried = 0
  function* whileTime() {
    for (const task of tasks) {
      if (seconds() > most) return
      tried++
      yield task
    }
  }
  const { performer, retune } = await openRetunable(feature, file, source)
  const changes =
    (performerOf: (some: readonly TunedNumber[], by: number) => Promise<Performer>) =>
    async (some: readonly TunedNumber[], by: number, { request, digest }: Tried) => {
      const run = () => outcomeOf(engine, request)
      return digestOf(await performedBy(feature, await performerOf(some, by), run)) !== digest
    }
  const silentBy = async (
    some: readonly TunedNumber[],
    ways: readonly number[],
    those: Iterable<Tried>,
  ) => {
    const retuned = async (few: readonly TunedNumber[], by: number) => {
      await retune(withMoved(source, few, by))
      return performer
    }
    const quiet = await findSilent(some, ways, those, changes(retuned))
    return await findSilent(quiet, ways, tasks.slice(0, tried), changes(performerWith))
  }
  const silent = await silentBy(numbers, [moved.by, -moved.by], whileTime())
  console.log(
    `${file}: ${silent.length} of ${numbers.length} change none of ${tried}; ${seconds().toFixed(0)} s`,
  )
  const dead = new Set(await silentBy(silent, [COARSE.more, COARSE.less], tasks.slice(0, tried)))
  for (const number of silent) {
    const words = dead.has(number) ? 'nothing' : 'only doubled or halved'
    console.log(`  ${number.name} ${number.value}: ${words}`)
  }
  console.log(`  ${dead.size} neither doubled nor halved; ${seconds().toFixed(0)} s`)
  return [...dead]
}

function secondsFrom(start: number): () => number {
  return () => (performance.now() - start) / 1000
}

/** A task, and what comes of it with nothing moved. */
type Tried = { request: PerformRequest; digest: string; refused?: string | undefined }

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
  const asked = await tasksOfSheet(feature, engine, { oneIn, withPhotographs: true })
  const params = flagValue(flags, 'params')
  const ofSheet = params ? withParameters(asked, JSON.parse(params)) : asked
  const side = numberOf('side')
  const small = side ? await Promise.all(ofSheet.map((task) => shrunkTask(task, side))) : ofSheet
  const photos = flagValue(flags, 'folder')
  if (!photos) return small
  const sides = flagValue(flags, 'sides')?.split(',').map(Number) ?? SIDES
  const chosen = { count: numberOf('count'), seed: numberOf('seed'), sides }
  const ofPhotos = await tasksOfFolder(photos, ofSheet, engine, chosen)
  const refs = flagValue(flags, 'refs')
  return [...small, ...(refs ? await withReferences(ofPhotos, refs) : ofPhotos)]
}

/** The tasks with what comes of them, those that are done and quick first: these have to tell of most numbers. */
async function inOrder(engine: Engine, requests: readonly PerformRequest[]) {
  const done = []
  for (const request of requests) {
    const start = performance.now()
    const outcome = await outcomeOf(engine, request)
    const milliseconds = performance.now() - start
    done.push({ request, digest: digestOf(outcome), milliseconds, refused: outcome.refused })
  }
  const isRefused = ({ refused }: Tried): number => (refused ? 1 : 0)
  return done.toSorted(
    (one, other) => isRefused(one) - isRefused(other) || one.milliseconds - other.milliseconds,
  )
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
