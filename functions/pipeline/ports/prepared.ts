import type { Preparation, Restoration } from '../../../catalog/preparation.ts'

/**
 * What the state Prepare did for one step. `key` names the prepared picture, which is the step's source from then on;
 * null where the file met the rule after all. `restores` says whether results are put back into the original.
 */
export type Prepared = {
  /** Index of the step in the recipe, from 0. */
  step: number
  key: string | null
  preparation: Preparation | null
  restores: boolean
}

/** A result at the size of its source: its object, and what restoring it gave. */
export type RestoredFile = {
  /** Zero-based index of the person. */
  index: number
  key: string
  contentType: string
  restoration: Restoration
}

/** Where prepared and restored pictures lie until their job has ended. */
export type PreparedLocation = { bucket: string; prefix: string }
