/**
 * The test files that take longest, by the processor's seconds. They are started first of their project, so that both
 * cores have work to its end. Without a record of earlier runs vitest starts with the largest files, but the slowest
 * programs are started by small ones.
 */
export const LONGEST = [
  // Of those that share processes and start local runs.
  'test/hostile/pictures.test.ts',
  'test/contract/hostile.test.ts',
  'test/stack/recipes.test.ts',
  'test/stack/worker.test.ts',
  'test/stack/generator.test.ts',
  'test/stack/stranger.test.ts',
  'test/bin/batch.test.ts',
  'test/contract/concurrency.test.ts',
  // Of those in processes of their own.
  'test/first-hour/package.test.ts',
  'test/contract/interface.test.ts',
  'test/stack/camera.test.ts',
  'test/faults/faults.test.ts',
  'test/bin/verify.test.ts',
  'test/web/camera/camera.test.ts',
  'test/web/camera/obstacles.test.ts',
  'test/engine/effects/hair-transfer/hair-codes.test.ts',
  'test/engine/effects/cloth-v3/dress-person.test.ts',
  'test/stack/restart.test.ts',
  'test/web/camera/modes.test.ts',
  'test/first-hour/client.test.ts',
  'test/stack/long-video.test.ts',
  'test/bin/stack.test.ts',
  'test/engine/effects/cloth-v3/generated-cases.test.ts',
  'test/engine/effects/cloth-v3/cloth-codes.test.ts',
  'test/engine/effects/cloth-v3/cloth-task.test.ts',
  'test/engine/effects/cloth-v3/worn-reference.test.ts',
  'test/stack/videos.test.ts',
  'test/contract/client.test.ts',
  'test/engine/effects/hair-transfer/refuse/require-clear-edge.test.ts',
  'test/hostile/memory.test.ts',
  'test/stack/kills.test.ts',
  'test/engine/effects/hair-transfer/refuse/require-nothing-left.test.ts',
  'test/bin/commands.test.ts',
  // Of those that share processes.
  'test/engine/effects/body-reshape/tears.test.ts',
  'test/engine/effects/body-reshape/body-reshape.test.ts',
  'test/engine/body/protect-others.test.ts',
  'test/engine/effects/skin-simulation/skin-simulation.test.ts',
  'test/engine/effects/fitzpatrick-scale-analyzer/analyse-skin-type.test.ts',
  'test/engine/effects/2d-vto-earring/earring.test.ts',
  'test/engine/effects/2d-vto-necklace/necklace.test.ts',
]

/**
 * Tests that start whole local runs in their own process, and tests of templates. They share processes, because what
 * they import, above all the CDK, takes half the time of a short one. Each closes its run before the next one starts.
 */
export const RUNS = [
  'test/stack/{batch,budget,busy,closed-topics,correlation,generator,hostile}.test.ts',
  'test/stack/{keys,late-upload,many-files,notices,once}.test.ts',
  'test/stack/{polling,recipes,stranger,timeout,webhook,whole-way,worker}.test.ts',
  'test/contract/{concurrency,hostile,video-pricing}.test.ts',
  'test/bin/{batch,drop,pipeline-clients}.test.ts',
  'test/docs/{examples,settings}.test.ts',
  'test/hostile/pictures.test.ts',
  'test/lib/{drop-pipeline,generator,overview,proved-alarms,rights,service-settings,settings,stacks}.test.ts',
  'test/local/stacks/*.test.ts',
]

/**
 * Tests that share a process because they leave nothing behind in it: `shared-process.ts` checks the environment and
 * the globals. They also set no hooks in a shared module, which would be set for the first file alone, and import no
 * handler of the service, whose clients would keep the endpoints of an earlier file. Networks are those of
 * `warm-vision.ts`: nobody else in the process could open them.
 */
export const TOGETHER = [
  'test/catalog/**/*.test.ts',
  'test/engine/{body,face,fill,geometry,media,prepare,raster,restore}/**/*.test.ts',
  'test/engine/effects/{body-reshape,face-lift,face-reshape,face-swap}/**/*.test.ts',
  'test/engine/effects/{2d-vto-*,fitzpatrick-scale-analyzer,skin-simulation}/**/*.test.ts',
  'test/engine/product/**/*.test.ts',
  'test/engine/performers/open-with-faces.test.ts',
  'test/engine/vision/{bodies,detection,faces,hands,input,mattes}/**/*.test.ts',
  'test/engine/vision/{busy-backgrounds,masks}.test.ts',
  'test/functions/{fetch,pipeline,webhook}/**/*.test.ts',
  'test/functions/service/{adapters,api,send-webhook,show-docs,sweep}/**/*.test.ts',
  'test/functions/service/{accounts/!(read-credit),tasks/!(delete-task)}.test.ts',
  'test/functions/service/{rate/rate-limiter,task-life}.test.ts',
  'test/functions/service/run-task/{failed-task,feature-semaphore,priced-by-the-second,run-task}.test.ts',
  'test/metadata/**/*.test.ts',
  'test/local/{events,http,queue-source,s3,secrets,sqs,step-functions,template}/**/*.test.ts',
]
