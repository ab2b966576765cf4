import { isRefusal } from '../../catalog/failures/is-refusal.ts'

/** What the status of a command follows from, of each file. */
type Ended = { status: string; failure?: { code: string; message: string } }

/** Every file came back, or was refused and came back as it was. */
const DONE = 0
const FAILED = 1
/** Some files did not suit and did not come back; nothing else went wrong. */
const REFUSED = 3

/** The status with which a command ends that waited for these. */
export function endStatus(ended: readonly Ended[]): number {
  const failed = ended.filter(({ status }) => status === 'failed' || status === 'unfinished')
  if (failed.some(({ failure }) => !isRefusal(failure))) return FAILED
  const isWithout = ({ status, failure }: Ended): boolean =>
    status === 'failed' || (status === 'refused' && failure !== undefined)
  return ended.some(isWithout) ? REFUSED : DONE
}
