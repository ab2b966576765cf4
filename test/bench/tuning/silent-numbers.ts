import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Engine, openEngine, type PerformRequest } from '../../../engine/perform.ts'
import type { Performer } from '../../../engine/performers/performer.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { rememberRuns } from '../../engine/remember-runs.ts'
import { copyProject } from '../../mutants/copy-project.ts'
import { openTrials } from '../../mutants/open-trials.ts'
import { testsOf } from '../../mutants/related-tests.ts'
import { flagValue } from '../flag-value.ts'
import { tasksOfFolder, tasksOfSheet } from './asked-tasks.ts'
import { findSilent } from './find-silent.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { movedNumber, type TunedNumber, withMoved } from './tuned-numbers.ts'
import { performedBy, varyPerformer } from './vary-performer.ts'

/** The numbers of a file that are moved, for tasks of a feature. */
type Moved = {
  feature: string
  file: string
  source: string
  numbers: readonly TunedNumber[]
  /** By which share of itself. */
  by: number
}

/** How many runs of networks are remembered: a dozen for each of some hundred pictures. */
const REMEMBERED = 1200

/** The longer side of photographs, in pixels: a number that matters changes a picture of any size. */
const SIDE = 800

/** Seconds after which tests of a moved number are ended. */
const BOUND = 120

/** Prints the numbers that change nothing; see `tuning.ts`. */
export async function silentNumbers(moved: Moved, flags: readonly string[]): Promise<void> {
  const { numbers } = moved
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`
  const vision = await openVision()
  const remembering: Vision = { ...vision, ...rememberRuns(vision, REMEMBERED) }
  const engine = openEngine({ vision: async () => remembering })
  const tasks = await timed(engine, await askedTasks(moved.feature, engine, flags))
  const whole = tasks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  console.log(
    `${tasks.length} tasks of ${whole.toFixed(1)} s, ${numbers.length} numbers; ${seconds()}`,
  )
  const silent: TunedNumber[] = []
  const moves = numbers.map((number) =>
    [moved.by, -moved.by].map((by) => ({ number, performer: performerWith(moved, number, by) })),
  )
  await findSilent(
    moves,
    tasks,
    async ({ performer }, { request, digest }) => {
      const loaded = await performer()
      const run = () => outcomeOf(engine, request)
      return digestOf(await performedBy(moved.feature, loaded, run)) !== digest
    },
    ([{ number } = moves[0]![0]!]) => {
      silent.push(number)
      console.log(`${number.name} ${number.value}: nothing; ${seconds()}`)
    },
  )
  vision.close()
  console.log(`${silent.length} of ${numbers.length} change none of ${tasks.length}; ${seconds()}`)
  if (flags.includes('--tests')) await tryOnTests(moved, silent)
}

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
  const photos = flagValue(flags, 'folder')
  if (!photos) return ofSheet
  const chosen = { count: numberOf('count'), seed: numberOf('seed'), side: SIDE }
  return [...ofSheet, ...(await tasksOfFolder(photos, ofSheet, engine, chosen))]
}

/** The tasks with what comes of them and how long that takes, networks left out. */
async function timed(engine: Engine, tasks: readonly PerformRequest[]) {
  const done = []
  for (const request of tasks) {
    await outcomeOf(engine, request)
    const start = performance.now()
    const digest = digestOf(await outcomeOf(engine, request))
    done.push({ task: { request, digest }, milliseconds: performance.now() - start })
  }
  return done
}

function digestOf({ bytes, ...told }: Outcome): string {
  return `${bytes && hash('sha1', bytes)} ${JSON.stringify(told)}`
}

/** The performer with a moved number, loaded when it is first asked for. */
function performerWith(moved: Moved, number: TunedNumber, by: number): () => Promise<Performer> {
  const { feature, file, source } = moved
  let loading: Promise<Performer> | undefined
  return () => {
    loading ??= varyPerformer(feature, file, withMoved(source, number, by)).catch(failing)
    return loading
  }
}

/** Of a source that cannot be loaded: every task shows that. */
function failing(error: unknown): Performer {
  return {
    effect: async () => {
      throw error
    },
  }
}

async function tryOnTests(moved: Moved, silent: readonly TunedNumber[]): Promise<void> {
  const { file, by } = moved
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-tuning-'))
  copyProject(folder)
  const trials = openTrials(folder, BOUND)
  const related = testsOf(dirname(file))(file).map(({ test }) => test)
  for (const number of silent) {
    let words = 'no test notices'
    for (const way of [by, -by]) {
      const to = movedNumber(number.value, way)
      const change = { start: number.start, end: number.end, text: String(to) }
      const end = await trials.attempt({ ...change, file, line: 0, before: '' }, related)
      if (end === 'survived') continue
      words = `a test notices ${to}`
      break
    }
    console.log(`${number.name} ${number.value}: ${words}`)
  }
  await trials.close()
  rmSync(folder, { recursive: true, force: true })
}
