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
import { type Finding, LEVELS } from './finding.ts'
import { remedyFor } from './remedy-for.ts'
import type { Site } from './site.ts'

const CHECKS: Readonly<Record<string, (site: Site) => Promise<Finding[]>>> = {
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
export async function examine(site: Site): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(CHECKS).map(([name, check]) =>
      check(site).catch((error: unknown): Finding[] => [
        {
          level: 'warning',
          check: name,
          says: `This could not be looked at: ${site.explain(error)}`,
          todo: remedyFor(error),
        },
      ]),
    ),
  )
  return found
    .flat()
    .toSorted((one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level))
}
