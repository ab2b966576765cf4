/**
 * Test files that get a process of their own, each with the reason. All others share processes: each must leave its
 * process as it was, which `shared-process.ts` checks, and takes networks from `warm-vision.ts` or `warm-engine.ts`.
 */
export const ALONE: Readonly<Record<string, string>> = {
  'test/bin/{effect,see}.test.ts': 'runs commands, which open and close networks',
  'test/engine/every-formula.test.ts': 'replaces a module that others have loaded',
  'test/hostile/failing-disk.test.ts': 'replaces a module that others have loaded',
  'test/engine/models/used-models.test.ts': 'opens networks with other models',
  'test/engine/regions/classify-regions.test.ts': 'opens networks with other models',
  'test/engine/perform.test.ts': 'opens and closes networks',
  'test/engine/vision/load/{extract-subgraph,open-vision}.test.ts': 'opens and closes networks',
}

/** What takes minutes: `npm run test:long` runs these, `npm test` a sample of each in a file without `.long`. */
export const LONG = 'test/**/*.long.test.ts'

/**
 * The test files that take longest, by the processor's seconds, for machines that have not run the tests before: later
 * runs go by the record of `processor-seconds.ts`. They are started first, so that all cores have work to the end.
 */
export const LONGEST = [
  'test/web/console/console.test.ts',
  'test/first-hour/package.test.ts',
  'test/stack/restart.test.ts',
  'test/stack/recipes.test.ts',
  'test/stack/memory.test.ts',
  'test/stack/camera.test.ts',
  'test/engine/effects/cloth-v3/dress-person.test.ts',
  'test/engine/video/drivers.test.ts',
  'test/contract/interface.test.ts',
  'test/upgrade/upgrade.test.ts',
  'test/stack/worker.test.ts',
  'test/stack/batch-prepared.test.ts',
  'test/bin/shared-videos.test.ts',
  'test/engine/perform.test.ts',
  'test/stack/generator.test.ts',
  'test/engine/effects/cloth-v3/cloth-generator.test.ts',
  'test/bin/verify.test.ts',
  'test/engine/effects/out-paint/out-paint.test.ts',
  'test/contract/tasks.test.ts',
  'test/engine/restore/restore-picture.test.ts',
  'test/stack/budget.test.ts',
  'test/faults/faults.test.ts',
  'test/engine/effects/hair-transfer/hair-codes.test.ts',
  'test/bin/find-run.test.ts',
  'test/engine/effects/hair-transfer/hair-generator.test.ts',
  'test/contract/client.test.ts',
  'test/stack/hostile.test.ts',
  'test/bin/stack.test.ts',
  'test/engine/effects/body-reshape/tears.test.ts',
  'test/stack/batch.test.ts',
  'test/stack/videos.test.ts',
  'test/stack/models.test.ts',
  'test/bin/resume.test.ts',
  'test/stack/renewed-urls.test.ts',
  'test/bin/see.test.ts',
  'test/engine/prepare/prepare-picture.test.ts',
  'test/engine/effects/obj-rem-vid/segments.test.ts',
  'test/stack/console-safety.test.ts',
  'test/engine/effects/cloth-v3/cloth-codes.test.ts',
  'test/contract/example-clients.test.ts',
  'test/engine/video/hostile-videos.test.ts',
  'test/stack/keys.test.ts',
  'test/web/camera/camera.test.ts',
  'test/contract/hostile.test.ts',
  'test/bin/batch.test.ts',
  'test/engine/effects/cloth-v3/worn-reference.test.ts',
  'test/engine/effects/image-to-video/image-to-video.test.ts',
  'test/engine/effects/video-trans/steadiness.test.ts',
  'test/engine/effects/obj-rem-vid/remove-from-frames.test.ts',
  'test/bin/stop.test.ts',
]
