import { checkAlarms } from './check-alarms.ts'
import { checkBuckets } from './check-buckets.ts'
import { checkConnection } from './check-connection.ts'
import { checkConsole } from './check-console.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { checkFunctions } from './check-functions.ts'
import { checkGenerator } from './check-generator.ts'
import { checkJobs } from './check-jobs.ts'
import { checkQueues } from './check-queues.ts'
import { checkRecipes } from './check-recipes.ts'
import type { Finding } from './finding.ts'
import { type Checks, makeChecks } from './make-checks.ts'
import type { Site } from './site.ts'

const CHECKS: Checks = {
  connection: checkConnection,
  buckets: checkBuckets,
  console: checkConsole,
  endpoints: checkEndpoints,
  alarms: checkAlarms,
  queues: checkQueues,
  jobs: checkJobs,
  functions: checkFunctions,
  generator: checkGenerator,
  recipes: checkRecipes,
}

/** Makes every check and returns what was found, the worst first. A check that cannot be made is a finding itself. */
export function examine(site: Site): Promise<Finding[]> {
  return makeChecks(site, CHECKS)
}
