import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { BENCH_CASES } from '../bench-cases.ts'
import { bundleFunction } from '../bundle-function.ts'
import { pictureOf } from '../engine-pictures.ts'
import { flagValue } from '../flag-value.ts'
import { median } from '../median.ts'
import type { ColdTimes, Time } from './first-task.ts'

/** Fresh processes for each feature; the first one is not counted, because files may not be in memory yet. */
const PROCESSES = 5

/** Tasks of each process, so that what its first one takes more can be told from what the effect takes. */
const TASKS = 5

const FEATURES = ['face-reshape', 'skin-simulation', 'look-vto', 'body-reshape']

/** What the worker reads as it starts; the names lead nowhere. */
const ENVIRONMENT = { AWS_REGION: 'none', BROKER_FUNCTION: 'none' }

const run = promisify(execFile)

/**
 * What the first task of a worker takes that the next ones do not, by its bundle and fresh processes: imports, the
 * runtime of networks, the models that the feature needs, and code that is not compiled yet. Pictures have two
 * megapixels; `--feature=look-vto` measures one feature, with its first case.
 */
export async function cold(flags: readonly string[]): Promise<void> {
  const only = flagValue(flags, 'feature')
  const cache = join(PROJECT_ROOT, 'node_modules', '.cache', 'darkroom')
  await mkdir(cache, { recursive: true })
  // Below the project, where packages that are not part of the bundle are found.
  const folder = await mkdtemp(join(cache, 'cold-'))
  try {
    const program = join(folder, 'first-task.mjs')
    await writeFile(program, await bundleFunction('test/bench/cold/first-task.ts'))
    console.log(
      'wall/processor, ms   imports        wasm      models  before work  task 1  task 2  task 5',
    )
    for (const feature of only === undefined ? FEATURES : [only]) {
      const times = await coldTimes(program, join(folder, 'source.jpg'), feature)
      console.log(rowOf(feature, times))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function coldTimes(program: string, source: string, feature: string): Promise<ColdTimes[]> {
  const { on, params, references, masked, product } = BENCH_CASES[feature]?.[0] ?? {}
  if (!on || on === 'video' || references || masked || product) {
    throw new Error(
      `cold measures features of one picture, such as ${FEATURES.join(', ')}; not ${feature}.`,
    )
  }
  await writeFile(source, await pictureOf(on, 2))
  const args = [program, feature, JSON.stringify(params), source, String(TASKS)]
  const times: ColdTimes[] = []
  for (let turn = 0; turn <= PROCESSES; turn++) {
    const { stdout } = await run(process.execPath, args, { env: ENVIRONMENT })
    if (turn > 0) times.push(JSON.parse(stdout))
  }
  return times
}

/** The medians of one feature's processes. */
function rowOf(feature: string, times: readonly ColdTimes[]): string {
  const cell = (of: (time: ColdTimes) => Time, width: number): string => {
    const wall = median(times.map((time) => of(time).wall))
    const processor = median(times.map((time) => of(time).processor))
    return `${wall.toFixed(0)}/${processor.toFixed(0)}`.padStart(width)
  }
  const before = ({ imports, wasm, models }: ColdTimes): Time => ({
    wall: imports.wall + wasm.wall + models.wall,
    processor: imports.processor + wasm.processor + models.processor,
  })
  return [
    feature.padEnd(18),
    cell(({ imports }) => imports, 10),
    cell(({ wasm }) => wasm, 12),
    cell(({ models }) => models, 12),
    cell(before, 13),
    ...[0, 1, TASKS - 1].map((at) => cell(({ tasks }) => tasks[at]!, 12)),
  ].join('')
}
