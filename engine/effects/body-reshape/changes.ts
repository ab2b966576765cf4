import { arm } from './arm.ts'
import type { Change } from './change.ts'
import type { ChangeName } from './features.ts'
import { leg } from './leg.ts'
import { slim } from './slim.ts'
import { waist } from './waist.ts'

/** Every change there is, by the name of its key. */
export const CHANGES: Partial<Record<ChangeName, Change>> = { arm, leg, slim, waist }
