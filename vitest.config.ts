import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONGEST, RUNS, TOGETHER } from './test/setup/projects.ts'

/** The projects one after the other, so that shared processes are not ended in between. */
const PROJECTS = ['runs', 'alone', 'together']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projectRank = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)
    const fileRank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(this.ctx.config.root, moduleId))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort(
      (one, other) => projectRank(one) - projectRank(other) || fileRank(one) - fileRank(other),
    )
  }
}

/** One process for many files, each of which must leave it as it was. */
const SHARED = { isolate: false, setupFiles: ['test/setup/shared-process.ts'] }

export default defineConfig({
  // The example app imports the constructs by the package's name, and means the sources.
  ssr: { resolve: { conditions: ['@darkroom/source'] } },
  test: {
    globalSetup: [
      'test/setup/temporary-folder.ts',
      'test/setup/choose-seed.ts',
      'test/setup/report-rights.ts',
    ],
    // One more than the two cores: with two, a fifth of their time went by while tests waited for timers and disks.
    maxWorkers: 3,
    // Long, because a machine that does much else needs ten times as long. They only end tests that hang.
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
      // A shared process and its imports save a third of their time.
      { extends: true, test: { name: 'together', include: TOGETHER, ...SHARED } },
    ],
  },
})
