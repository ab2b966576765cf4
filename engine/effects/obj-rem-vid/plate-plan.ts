import type { Box } from '../../geometry/box.ts'
import type { Homography } from '../../video/motion/homography.ts'
import type { CutMask } from './cut-mask.ts'

/** Another frame that shows background of a plate. */
export type Source = {
  at: number
  /** From the plate to the frame. */
  map: Homography
  /** What is added to the frame's levels so that they are those of the plate: Y, U, V. */
  light: readonly [y: number, u: number, v: number]
}

/**
 * A plate: the background of a part of the world without the object, as one frame sees it, the anchor. Frames near
 * the anchor take what the object hid from it.
 */
export type PlatePlan = {
  anchor: number
  /** The part of the anchor's plane that the plate covers, in pixels of the small frames; it may exceed the frame. */
  box: Box
  /** Where any frame needs it, on the grid of `box`. */
  needed: Uint8Array
  /** Whether no frame shows a part of what is needed, which is then continued from all that is around it. */
  unseen: boolean
  sources: Source[]
  /** From the plate to the one before it, from which what nobody saw is taken over. */
  toPrevious?: Homography
}

/** Which plates a frame is filled from, by how much, and where they are. */
export type FramePlan = { plate: number; share: number; map: Homography }[]

export type Plan = {
  plates: PlatePlan[]
  frames: (FramePlan | undefined)[]
  /** What is filled in each frame, on the small grid. */
  holes: (CutMask | undefined)[]
  /** What of each frame is not taken for background of others. */
  doubtful: (CutMask | undefined)[]
}
