import { Fault } from '../../../catalog/failures/fault.ts'
import type { Mask } from '../../raster/picture.ts'
import { LEAST_LEFT } from './tuning.ts'

/** Throws Fault `parameter` for a mask beside which too little of the frame is left to tell what is behind it. */
export function requireRest(mask: Mask): void {
  let marked = 0
  for (const level of mask.data) if (level > 127) marked++
  if (marked <= (1 - LEAST_LEFT) * mask.data.length) return
  throw new Fault(
    'parameter',
    'The mask is white nearly everywhere: nothing is left to tell what is behind it.',
    { role: 'msk' },
  )
}
