import { Fault } from '../../../../catalog/failures/fault.ts'
import type { TorsoAxes } from '../measure/torso-axes.ts'
import { LIKE_LENGTH_MOST } from '../tuning.ts'

/**
 * @param hems heights of a top's hem on the torso's axis
 * @throws Fault `mismatch` for a top that would hang down like a smock: its size was misread, or it is a dress
 */
export function requireLikeLength(hems: readonly number[], { length }: TorsoAxes): void {
  if (Math.max(...hems) <= LIKE_LENGTH_MOST * length) return
  throw new Fault(
    'mismatch',
    'The top would reach half-way to the knees, as a dress does. Ask for full_body where it is one; otherwise a picture ' +
      'that shows its shoulders and sleeves spread out can be used.',
    { role: 'ref' },
  )
}
