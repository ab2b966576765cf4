import type { Adjustment } from './adjustment.ts'
import { belly, breast, hipLift } from './contours.ts'
import type { AdjustmentName } from './features.ts'
import { neck, shoulder, squaredShoulder } from './shoulders.ts'
import { taller } from './taller.ts'
import { arm, hip, leg, slim, waist } from './widths.ts'

/** All adjustments by the name of their key. They are applied in the order of the keys, see features.ts. */
export const ADJUSTMENTS: Record<AdjustmentName, Adjustment> = {
  arm,
  belly,
  breast,
  hip,
  hip_lift: hipLift,
  leg,
  neck,
  shoulder,
  slim,
  squared_shoulder: squaredShoulder,
  taller,
  waist,
}
