/** What is looked at of a state that an execution entered. */
type EnteredState = {
  state: string
  errors: string[]
  failed?: string
  taskFailed?: boolean
  tells?: string
}

/** Errors that say what a task ended with, whichever state reads it. */
const OF_TASKS: ReadonlySet<string> = new Set(['TaskFailed', 'TaskBroke'])
/** States that look for what an earlier one came to, and throw what they find there. */
const READERS: ReadonlySet<string> = new Set([
  'ChooseTarget',
  'ChooseInPart',
  'PreProcess',
  'Prepare',
  'Restore',
  'Deliver',
])

/**
 * Puts failures where they come from. A task that ended in an error, or that could not be created, is told by the state
 * that looks for its result: that state did its work, and the earlier one failed.
 */
export function placeFailures(entries: readonly EnteredState[]): void {
  for (const [at, reader] of entries.entries()) {
    const error = reader.failed
    if (error === undefined || !READERS.has(reader.state)) continue
    const cause = entries
      .slice(0, at)
      .findLast(
        ({ failed, taskFailed, state }) =>
          (failed === error && (!READERS.has(state) || reader.state === 'Deliver')) ||
          (taskFailed && (OF_TASKS.has(error) || (reader.state === 'Deliver' && isTarget(error)))),
      )
    if (!cause) continue
    cause.failed = error
    reader.tells = cause.state
    reader.errors = reader.errors.filter((each) => each !== error)
    delete reader.failed
  }
}

/** What the task of a recipe that names an index ends with where the picture has none. */
function isTarget(error: string): boolean {
  return error === 'NoTarget' || error === 'TargetMissing'
}
