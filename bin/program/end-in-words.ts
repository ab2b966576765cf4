import { inspect } from 'node:util'
import { describeDiskError } from '../../local/state/describe-disk-error.ts'
import { note } from './say.ts'

/**
 * Ends the process on an error that nobody caught. A full disk is said in one line: whatever was written before is
 * whole, and the next start goes on from it. Any other error is a fault of ours and is shown as it is.
 */
export function endInWords(error: unknown): void {
  const told = describeDiskError(error)
  note(
    told === undefined
      ? inspect(error).split('\n')
      : [`darkroom: ${told} What was under way goes on at the next start.`],
  )
  process.exit(1)
}
