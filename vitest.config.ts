import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest, begun before all else, so that both cores have something to do in the last minutes. Without a
 * record of former runs vitest begins with the largest files, and the smallest of them start the heaviest programs.
 */
const LONGEST = [
  'test/hostile/memory.test.ts',
  'test/faults/faults.test.ts',
  'test/engine/effects/skin-simulation/skin-simulation.test.ts',
  'test/stack/kills.test.ts',
  'test/stack/worker.test.ts',
  'test/stack/restart.test.ts',
  'test/contract/hostile.test.ts',
  'test/engine/effects/body-reshape/body-reshape.test.ts',
  'test/hostile/pictures.test.ts',
  'test/contract/interface.test.ts',
  'test/stack/budget.test.ts',
  'test/stack/recipes.test.ts',
]

/** The parts of the run, one after the other, so that processes that are shared are not ended in between. */
const PARTS = ['runs', 'alone', 'together']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const part = ({ project }: TestSpecification): number => PARTS.indexOf(project.name)
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(this.ctx.config.root, moduleId))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort(
      (one, other) => part(one) - part(other) || place(one) - place(other),
    )
  }
}

/**
 * Tests of whole local runs in their own process, and of templates. One closes its run before the next one starts, and
 * what they need is loaded once, the CDK above all, which takes half the time of a short one. A run puts back the variables
 * it sets; a test that leaves any of its own to the next file is not for here.
 */
const RUNS = [
  'test/stack/{batch,budget,busy,correlation,hostile,keys,many-files,notices,once}.test.ts',
  'test/stack/{polling,recipes,stranger,timeout,webhook,whole-way,worker}.test.ts',
  'test/contract/{concurrency,hostile,video-pricing}.test.ts',
  'test/bin/{batch,workbench}.test.ts',
  'test/docs/{examples,settings}.test.ts',
  'test/hostile/pictures.test.ts',
  'test/lib/{drop-pipeline,overview,rights,service-settings,settings,stacks}.test.ts',
  'test/local/stacks/*.test.ts',
]

/**
 * Tests that change nothing of their process which another file could meet: no variables, no functions left replaced,
 * no hooks in a module they share, which would be set for the first of them alone. Those of the service each set the
 * SDK's variables anew, and load no handler, whose clients would keep those of the file before.
 */
const TOGETHER = [
  'test/catalog/**/*.test.ts',
  'test/engine/{media,raster}/**/*.test.ts',
  'test/functions/{fetch,pipeline,webhook}/**/*.test.ts',
  'test/functions/service/{adapters/dynamo,api,api/routes,send-webhook,show-docs,sweep}/*.test.ts',
  'test/functions/service/accounts/{accounts,endpoint-life}.test.ts',
  'test/functions/service/tasks/{create-task,create-uploads,request-hash}.test.ts',
  'test/functions/service/{rate/rate-limiter,task-life}.test.ts',
  'test/functions/service/run-task/{failed-task,feature-semaphore,priced-by-the-second,run-task}.test.ts',
  'test/local/{events,http,queue-source,s3,secrets,sqs,step-functions,template}/**/*.test.ts',
]

/** One process for many files, each of which must leave it as it was. */
const SHARED = { isolate: false, setupFiles: ['test/setup/shared-process.ts'] }

export default defineConfig({
  test: {
    globalSetup: ['test/setup/temporary-folder.ts', 'test/setup/choose-seed.ts'],
    // Two cores: the stack tests each start servers and models, more workers only queue for the same cores.
    maxWorkers: 2,
    // These end only what hangs: a machine that does much else needs ten times as long for everything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'runs', include: RUNS, ...SHARED } },
      {
        extends: true,
        test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: [...RUNS, ...TOGETHER] },
      },
      // They share a process and what it has imported, which takes a third off their time.
      { extends: true, test: { name: 'together', include: TOGETHER, ...SHARED } },
    ],
  },
})
