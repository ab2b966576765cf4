import type { TestProject } from 'vitest/node'

/** Of a message that shows a whole answer the rest stands further up. */
const MOST_LINES = 6

let begun = false

/**
 * Repeats what failed as the last lines of a run, with the seed: a log of CI is read from its end, and may be kept in
 * part only.
 */
export default function listFailures({ vitest }: TestProject): (() => void) | undefined {
  if (begun) return undefined
  begun = true
  return () => {
    const failed = vitest.state
      .getTestModules()
      .flatMap((module) => [
        ...module.errors().map((error) => described(module.relativeModuleId, error)),
        ...[...module.children.allTests('failed')].map((test) =>
          described(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors?.[0]),
        ),
      ])
    const loose = vitest.state.getUnhandledErrors().map((error) => described('Not caught', error))
    const lines = [...failed, ...loose]
    if (lines.length === 0) return
    process.stdout.write(
      `Failed with DARKROOM_SEED=${process.env['DARKROOM_SEED']}:\n${lines.join('')}`,
    )
  }
}

/** Errors of other processes are plain objects. */
function described(where: string, error: unknown): string {
  const { message } = Object(error) as { message?: unknown }
  const lines = String(message ?? 'no message').split('\n')
  return `  ${where}\n${lines
    .slice(0, MOST_LINES)
    .map((line) => `    ${line}\n`)
    .join('')}`
}
