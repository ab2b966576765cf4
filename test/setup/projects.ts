/**
 * Test files that get a process of their own, each with the reason. All others share processes: each must leave its
 * process as it was, which `shared-process.ts` checks, and takes networks from `warm-vision.ts` or `warm-engine.ts`.
 */
export const ALONE: Readonly<Record<string, string>> = {
  'test/bin/pictures.test.ts': 'replaces a module that others have loaded',
  'test/engine/every-formula.test.ts': 'replaces a module that others have loaded',
  'test/hostile/failing-disk.test.ts': 'replaces a module that others have loaded',
  'test/engine/vision/load/{extract-subgraph,open-vision}.test.ts': 'opens and closes networks',
}

/** What takes minutes: `npm run test:long` runs these, `npm test` a sample of each in a file without `.long`. */
export const LONG = 'test/**/*.long.test.ts'

/**
 * The test files that take longest, by the processor's seconds, for machines that have not run the tests before: later
 * runs go by the record of `processor-seconds.ts`. They are started first, so that all cores have work to the end.
 */
export const LONGEST = [
  'test/stack/plain-run.test.ts',
  'test/web/console/console.test.ts',
  'test/stack/console.test.ts',
  'test/bin/shared-videos.test.ts',
  'test/contract/tasks.test.ts',
  'test/bin/bench.test.ts',
  'test/upgrade/upgrade.test.ts',
  'test/engine/effects/out-paint/out-paint.test.ts',
  'test/engine/perform.test.ts',
  'test/engine/models/used-models.test.ts',
  'test/engine/effects/cloth-v3/cloth-codes.test.ts',
  'test/engine/video/drivers.test.ts',
  'test/stack/warm-run.test.ts',
  'test/engine/effects/hair-transfer/hair-transfer.test.ts',
  'test/engine/effects/bg-replace-vid/bg-replace-vid.test.ts',
  'test/engine/video/hostile-videos.test.ts',
  'test/web/camera/camera.test.ts',
  'test/bin/verify.test.ts',
  'test/hostile/pictures.test.ts',
  'test/bin/stack.test.ts',
  'test/stack/fill.test.ts',
  'test/stack/stranger.test.ts',
  'test/engine/effects/image-to-video/image-to-video.test.ts',
  'test/stack/whole-way.test.ts',
  'test/contract/interface.test.ts',
  'test/stack/alarms.test.ts',
  'test/docs/examples.test.ts',
  'test/engine/effects/2d-vto-necklace/hide-necklace.test.ts',
  'test/bin/pictures.test.ts',
  'test/engine/effects/cloth-v3/cloth-task.test.ts',
  'test/first-hour/package.test.ts',
  'test/bin/find-run.test.ts',
  'test/engine/restore/restore-picture.test.ts',
  'test/engine/effects/cloth-v3/dress-person.test.ts',
  'test/engine/effects/obj-rem-vid/segments.test.ts',
  'test/engine/vision/bodies/detect-bodies.test.ts',
  'test/contract/hostile.test.ts',
]
