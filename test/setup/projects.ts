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
  'test/{lib/service-metrics,local/cloudwatch/log-alarms}.test.ts':
    'imports a handler, whose clients would keep the endpoints of an earlier file',
  'test/functions/service/{concurrency,handlers,no-secrets}.test.ts':
    'imports a handler, whose clients would keep the endpoints of an earlier file',
  'test/functions/service/core/{accounts/read-credit,rate/limit-request,tasks/delete-task}.test.ts':
    'imports a handler, whose clients would keep the endpoints of an earlier file',
}

/** What takes minutes: `npm run test:long` runs these, `npm test` a sample of each in a file without `.long`. */
export const LONG = 'test/**/*.long.test.ts'

/**
 * The test files that take longest, by the processor's seconds, for machines that have not run the tests before: later
 * runs go by the record of `processor-seconds.ts`. They are started first, so that all cores have work to the end.
 */
export const LONGEST = [
  'test/web/console/console.test.ts',
  'test/stack/camera.test.ts',
  'test/stack/recipes.test.ts',
  'test/faults/faults.test.ts',
  'test/web/camera/modes.test.ts',
  'test/contract/interface.test.ts',
  'test/contract/hostile.test.ts',
  'test/bin/verify.test.ts',
  'test/stack/worker.test.ts',
  'test/lib/generator.test.ts',
  'test/engine/effects/hair-transfer/hair-codes.test.ts',
  'test/web/camera/camera.test.ts',
  'test/stack/many-files.test.ts',
]
