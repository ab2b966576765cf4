import type {
  Preparation,
  Restoration,
  VideoPreparation,
} from '../../../../catalog/preparation/preparation.ts'

/** The roles of masks that select a part of the source. */
export const MASK_ROLES = ['msk', 'srcmsk'] as const
export type MaskRole = (typeof MASK_ROLES)[number]

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
  /** What was done to a video; `preparation` is null then. */
  video?: VideoPreparation
  /** The keys of the source's masks, cropped and scaled as it was. */
  masks?: Partial<Record<MaskRole, string>>
  /** The keys of those references that did not meet their rule, by their places among the references. */
  references?: Record<number, string>
  /** The target, by its index in the source, that the source was cropped to as one of several. */
  part?: number
  /** Why the source could not be cropped to the target. There is no key then. */
  refusal?: string
}

/**
 * What the state Prepare did where each target has a picture of its own. `key` and `preparation` are null then. The
 * state machine goes on with the parts at once, so the step's facts that choosing a target gives are here.
 */
export type PreparedEach = Prepared & { parts: Prepared[]; feature: string; last: boolean }

/** A result at the size of its source: its object, and what restoring it gave. */
export type RestoredFile = {
  /** Zero-based index of the person; of several in one picture the first. */
  index: number
  /** Everybody whose results are in the picture, where there are several. */
  together?: number[]
  key: string
  contentType: string
  restoration: Restoration
}

/** Where prepared and restored pictures lie until their job has ended. */
export type PreparedLocation = { bucket: string; prefix: string }
