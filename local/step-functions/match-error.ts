// No wildcard matches a terminal error (Developer Guide, "Handling errors in Step Functions workflows", States.ALL).
const terminal = new Set(['States.DataLimitExceeded', 'States.Runtime'])
const timeouts = new Set(['States.Timeout', 'States.HeartbeatTimeout'])

/**
 * Whether an ErrorEquals list matches an error name. States.ALL matches everything but terminal errors.
 * States.TaskFailed matches everything but terminal errors and timeouts. States.Timeout also matches a missed
 * heartbeat (Amazon States Language, appendix A).
 */
export function matchesError(errorEquals: readonly string[], error: string): boolean {
  return errorEquals.some((name) => {
    if (name === error) return true
    if (name === 'States.ALL') return !terminal.has(error)
    if (name === 'States.TaskFailed') return !terminal.has(error) && !timeouts.has(error)
    return name === 'States.Timeout' && timeouts.has(error)
  })
}
