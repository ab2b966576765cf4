import { setTimeout as wait } from 'node:timers/promises'
import { type Finding, LEVELS } from './finding.ts'
import { remedyFor } from './remedy-for.ts'
import type { Site } from './site.ts'

/** Checks by what they look at. */
export type Checks = Readonly<Record<string, (site: Site) => Promise<Finding[]>>>

/**
 * Makes checks and returns what was found, the worst first. A check that cannot be made is a finding itself.
 * @param patienceMs after which a check that has not ended counts as one that could not be made. @default for ever
 */
export async function makeChecks(
  site: Site,
  checks: Checks,
  patienceMs?: number,
): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      inTime(check(site), patienceMs).catch((error: unknown): Finding[] => [
        {
          level: 'warning',
          check: name,
          says: `This could not be looked at: ${site.explain(error)}`,
          todo: error instanceof TookLong ? error.todo : remedyFor(error),
        },
      ]),
    ),
  )
  return found
    .flat()
    .toSorted((one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level))
}

class TookLong extends Error {
  readonly todo = 'Run `darkroom doctor`, which waits as long as it takes.'
}

async function inTime<Result>(made: Promise<Result>, ms: number | undefined): Promise<Result> {
  if (ms === undefined) return made
  const controller = new AbortController()
  const late = wait(ms, undefined, { signal: controller.signal }).then(() => {
    throw new TookLong(`it took longer than ${ms / 1000} s.`)
  })
  try {
    return await Promise.race([made, late])
  } finally {
    late.catch(() => {})
    controller.abort()
  }
}
