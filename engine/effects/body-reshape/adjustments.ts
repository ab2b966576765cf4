import type { Adjustment } from './adjustment.ts'
import { arm } from './arm.ts'
import { belly } from './belly.ts'
import { breast } from './breast.ts'
import type { AdjustmentName } from './features.ts'
import { hip } from './hip.ts'
import { hipLift } from './hip-lift.ts'
import { leg } from './leg.ts'
import { neck } from './neck.ts'
import { shoulder } from './shoulder.ts'
import { slim } from './slim.ts'
import { squaredShoulder } from './squared-shoulder.ts'
import { taller } from './taller.ts'
import { waist } from './waist.ts'

/** Every change there is, by the name of its key. */
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
