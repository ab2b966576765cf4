import { relative } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readSeconds } from './test/setup/keep-seconds.ts'
import { ALONE, LONG, LONGEST } from './test/setup/projects.ts'
import { EVERY_CASE } from './test/setup/sampled.ts'
import { sampledFiles } from './test/setup/sampled-files.ts'

const TESTS = 'test/**/*.test.ts'

/**
 * Tests that make and look at pictures, in processes without the constructs and the SDK. Pixels are collected as
 * garbage all the time, and each time V8 looks through all that a process has loaded: beside templates and clients a
 * restored picture took half as long again.
 */
const PICTURES = [
  'test/engine/**/*.test.ts',
  'test/metadata/**/*.test.ts',
  'test/samples/**/*.test.ts',
  'test/bin/{look,segment-regions}.test.ts',
  'test/web/camera/modes.test.ts',
]

/** Tests that wait for timers, browsers, disks and processes: whole runs, and what is typed or clicked. */
const STACKS = ['test/{bin,contract,faults,first-hour,hostile,stack,upgrade,web}/**/*.test.ts']

/** The projects one after the other, so that shared processes are not ended in between. */
const PROJECTS = ['alone', 'stacks', 'shared', 'pictures']

/**
 * How many processes run at once. With one for each of two cores, a fifth of the time of stacks went by while they
 * waited. All others hardly wait, and each of their processes compiles what it tests anew, opens networks and starts
 * stand-ins: 36 files of three effects took 61 to 67 s of the processor in one process, 76 to 82 in two and 102 to 112
 * in four, those of the service and the generators 114 s in two and 134 in four. Pictures have one, which
 * `npm run unit` lets run beside the processes of all others.
 */
const PROCESSES = { stacks: 3, shared: 2, pictures: 1 }

/** Projects with numbers of processes of their own cannot run at the same time in one command. */
const TURNS = ['stacks', 'shared', 'pictures'] as const

/** Files by what they took of the processor when they last ran here; without a record by the list of `projects.ts`. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const recorded = readSeconds()
    const projectRank = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)
    const seconds = ({ moduleId }: TestSpecification): number => {
      const file = relative(this.ctx.config.root, moduleId)
      const at = LONGEST.indexOf(file)
      return recorded[file] ?? (at < 0 ? 0 : 1000 - at)
    }
    return (await super.sort(files)).sort(
      (one, other) => projectRank(one) - projectRank(other) || seconds(other) - seconds(one),
    )
  }
}

/**
 * Four processes on two cores leave none for helping threads: with one thread for collecting garbage in each, a whole
 * run took 776 seconds of the processor, and 831 with it for files of pictures alone. How far the heap grows before
 * old objects are looked through is as in a worker of the service (`HEAP_GROWTH` of the engine). A young generation of
 * 64 MB is collected less often: three files of effects took 7 % less of the processor, three of stacks 8 %. A process
 * that waits would have its whole heap collected and moved together to give memory back, again and again, as runs that
 * wait for timers do: two files of stacks took 57 s of the processor with it, and 46 without (one pair of runs, beside
 * other load).
 */
const WORKER_FLAGS = [
  '--single-threaded-gc',
  '--heap-growing-percent=200',
  '--min-semi-space-size=64',
  '--max-semi-space-size=128',
  '--no-memory-reducer',
]

/**
 * Node loads the sources by itself. Vitest's own loader puts a getter between a loop and each function that it
 * imports: eight files of effects took 53 s of the processor with it, and take 38. No file of pictures replaces a
 * module, which would need a loader, too.
 */
const NATIVE_MODULES = { viteModuleRunner: false, nodeLoader: false }

const EVERY_FILE = [
  'test/setup/processor-seconds.ts',
  'test/setup/end-hanging-file.ts',
  'test/setup/compare-bytes.ts',
]

const ALONE_PROJECT: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'alone', include: Object.keys(ALONE), setupFiles: EVERY_FILE },
}

/** A process for many files, each of which must leave it as it was. */
function sharedProject(
  name: (typeof TURNS)[number],
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include,
      exclude: [LONG, ...Object.keys(ALONE), ...exclude],
      isolate: false,
      experimental: name === 'pictures' ? NATIVE_MODULES : {},
      maxWorkers: PROCESSES[name],
      sequence: { groupOrder: TURNS.indexOf(name) },
      setupFiles: [...EVERY_FILE, 'test/setup/shared-process.ts'],
    },
  }
}

const BY_PROCESS = [
  ALONE_PROJECT,
  sharedProject('stacks', STACKS, PICTURES),
  sharedProject('shared', [TESTS], [...PICTURES, ...STACKS]),
  sharedProject('pictures', PICTURES),
]

/** Each in a process of its own: some measure the memory of theirs. */
function longProject(): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: 'long',
      include: [LONG, ...sampledFiles()],
      env: { [EVERY_CASE]: 'yes' },
      setupFiles: EVERY_FILE,
    },
  }
}

/**
 * How long what is polled for may stay away, in milliseconds: long, because a machine that does much else needs ten
 * times as long. With a change of `test/mutants` it mostly never comes.
 */
const POLL = { anything: 90_000, mutants: 15_000 }

/**
 * `--mode long` runs what takes minutes, and nothing else. `test/mutants` runs tests in the mode `mutants`.
 */
export default defineConfig(({ mode }) => ({
  // The example app imports the constructs by the package's name, and means the sources.
  ssr: { resolve: { conditions: ['@darkroom/source'] } },
  test: {
    // Taken down in the opposite order.
    globalSetup: [
      'test/setup/list-failures.ts',
      'test/setup/temporary-folder.ts',
      'test/setup/keep-heap.ts',
      'test/setup/choose-seed.ts',
      'test/setup/report-rights.ts',
      'test/setup/keep-seconds.ts',
    ],
    maxWorkers: PROCESSES.stacks,
    execArgv: WORKER_FLAGS,
    // As long as `POLL`, and longer. They only end tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: mode === 'mutants' ? POLL.mutants : POLL.anything, interval: 100 } },
    sequence: { sequencer: LongestFirst },
    projects: mode === 'long' ? [longProject()] : BY_PROCESS,
  },
}))
