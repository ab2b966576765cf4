import { Fault } from '../../../../catalog/failures/fault.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { CHANGE_SEEN } from '../tuning.ts'

/** @throws Fault `unchanged` for a garment that looks like the one that is worn */
export function requireChange(before: Picture, after: Picture, { data: worn }: Mask): void {
  let [sum, count] = [0, 0]
  for (let at = 0; at < worn.length; at += 3) {
    if (worn[at]! < 200) continue
    for (let c = 0; c < 3; c++) sum += Math.abs(before.data[at * 4 + c]! - after.data[at * 4 + c]!)
    count += 3
  }
  if (count > 0 && sum / count >= CHANGE_SEEN) return
  throw new Fault('unchanged', 'The garment of the reference looks like the one that is worn.')
}
