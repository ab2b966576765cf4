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
  'test/engine/effects/body-reshape.test.ts',
  'test/hostile/pictures.test.ts',
  'test/contract/interface.test.ts',
  'test/stack/budget.test.ts',
  'test/stack/recipes.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(this.ctx.config.root, moduleId))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/**
 * Tests that change nothing of their process which another file could meet: no variables, no functions left replaced,
 * no hooks in a module they share, which would be set for the first of them alone.
 */
const TOGETHER = [
  'test/catalog/**/*.test.ts',
  'test/engine/{media,raster}/**/*.test.ts',
  'test/functions/{fetch,pipeline,webhook}/**/*.test.ts',
  'test/local/{events,http,queue-source,s3,secrets,sqs,step-functions,template}/**/*.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['test/own-temporary-folder.ts'],
    // Two cores: the stack tests each start servers and models, more workers only queue for the same cores.
    maxWorkers: 2,
    // These end only what hangs: a machine that does much else needs ten times as long for everything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: TOGETHER } },
      // They share a process and what it has imported, which takes a third off their time.
      { extends: true, test: { name: 'together', include: TOGETHER, isolate: false } },
    ],
  },
})
