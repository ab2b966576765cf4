import { checkAlarms } from './check-alarms.ts'
import { checkBuckets } from './check-buckets.ts'
import { checkConnection } from './check-connection.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { checkJobs } from './check-jobs.ts'
import { checkQueues } from './check-queues.ts'
import type { Finding } from './finding.ts'
import { type Checks, makeChecks } from './make-checks.ts'
import type { Site } from './site.ts'

/**
 * What a function looks at that has rights for the two stacks alone, and none for the rest of the account. Recipes are
 * judged on their own page.
 */
const CHECKS: Checks = {
  connection: checkConnection,
  buckets: checkBuckets,
  endpoints: checkEndpoints,
  alarms: checkAlarms,
  queues: checkQueues,
  jobs: checkJobs,
}

/** An HTTP API waits 29 seconds for its function. */
const PATIENCE_MS = 20_000

/** Makes the checks that reach nothing beyond the stacks, as `examine` does, and says what is left for the command. */
export async function examineWithin(site: Site): Promise<Finding[]> {
  const found = await makeChecks(site, CHECKS, PATIENCE_MS)
  if (!site.account) return found
  return [
    ...found,
    {
      level: 'note',
      check: 'account',
      says: 'Who listens to alarms, what the account lets run at once, and the generator’s models were not looked at.',
      todo: 'Run `darkroom doctor --stack DarkroomPipeline` with credentials of the account.',
    },
  ]
}
