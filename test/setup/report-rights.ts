import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { TestProject } from 'vitest/node'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import type { OwnedRight, RightsReport } from '../../local/stacks/report-rights.ts'
import { UNUSED_RIGHTS } from './unused-rights.ts'

/** What no test used in the last whole run on this machine, by reason. */
const REPORT = join(PROJECT_ROOT, '.vitest', 'unused-rights.txt')

let begun = false

/**
 * Collects which rights of the templates the local runs of all processes use. A run of every test writes those that
 * none used to a file, and fails for one that `unused-rights.ts` does not explain; a run of some tests leaves out too
 * much.
 */
export default function reportRights(project: TestProject): (() => Promise<void>) | undefined {
  if (begun) return undefined
  begun = true
  process.env['DARKROOM_RIGHTS'] ??= mkdtempSync(join(tmpdir(), 'rights-'))
  const folder = process.env['DARKROOM_RIGHTS']
  return async () => {
    if (!(await ranEverything(project))) return
    const { granted, unused } = mergeReports(folder)
    const reasons = UNUSED_RIGHTS.map(({ why, rights }) => ({
      why,
      found: unused.filter((right) => rights.test(right)),
    }))
    const lines = reasons
      .filter(({ found }) => found.length > 0)
      .flatMap(({ why, found }) => [`  ${why}`, ...listed(found)])
    mkdirSync(dirname(REPORT), { recursive: true })
    writeFileSync(REPORT, `${lines.join('\n')}\n`)
    process.stdout.write(
      `Rights of the templates: ${granted} granted, ${granted - unused.length} used; ${relative(PROJECT_ROOT, REPORT)} says why the others are there.\n`,
    )
    const unexplained = unused.filter(
      (right) => !UNUSED_RIGHTS.some(({ rights }) => rights.test(right)),
    )
    if (unexplained.length > 0) {
      throw new Error(
        `No test uses these rights, and test/setup/unused-rights.ts does not say why there are any:\n${unexplained.join('\n')}`,
      )
    }
  }
}

/** A line for each policy, with its actions. */
function listed(rights: readonly string[]): string[] {
  const byPolicy = Map.groupBy(rights, (right) => right.split(' ')[0])
  return [...byPolicy].map(([policy, of]) => {
    const actions = new Set(of.map((right) => right.split(' ')[1]))
    return `    ${policy}: ${[...actions].join(', ')}`
  })
}

async function ranEverything({ vitest }: TestProject): Promise<boolean> {
  if (vitest.config.testNamePattern) return false
  // These alone start no local run: the command beside theirs reports.
  if (vitest.projects.every(({ name }) => name === 'pictures')) return false
  const all = await vitest.globTestSpecifications()
  return vitest.state.getTestModules().length >= all.length
}

/** How many rights the stacks of the project grant, and which none of the runs used. */
function mergeReports(folder: string): { granted: number; unused: string[] } {
  const granted = new Set<string>()
  const used = new Set<string>()
  for (const file of readdirSync(folder)) {
    const report: RightsReport = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    for (const right of [...report.used, ...report.unused].map(textOf)) granted.add(right)
    for (const right of report.used.map(textOf)) used.add(right)
  }
  const ours = [...granted].filter((right) => /^Darkroom(?:Pipeline|Service|Console)\//.test(right))
  return { granted: ours.length, unused: ours.filter((right) => !used.has(right)).sort() }
}

/** The same in every run: the name of a secret ends in characters of its own. */
function textOf({ policy, action, resource }: OwnedRight): string {
  return `${policy} ${action} ${resource.replace(/(:secret:\S+)-\w{6}$/, '$1')}`
}
