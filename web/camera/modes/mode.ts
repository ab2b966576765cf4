import type { MoreOfFace } from '../judge/judge-face.ts'
import type { HandNeeds, MoreOfHand } from '../judge/judge-hand.ts'
import type { FaceLimits } from '../judge/limits.ts'
import type { AcceptFaces, AcceptHands } from './service-rules.ts'

/** The outline that the person fills. */
export type Outline = 'face' | 'bust' | 'hand'

/** One picture of a mode. */
export type Phase = {
  /** What is asked for while nothing is wrong yet, by its key in the texts. */
  title: 'front' | 'right' | 'left' | 'bow' | 'teeth' | 'ear' | 'neck' | 'hair' | 'hand' | 'wrist'
}

export type FacePhase = Phase & {
  /** What replaces the mode's limits. */
  limits?: Partial<FaceLimits>
  more?: MoreOfFace
}

export type HandPhase = Phase & { more?: MoreOfHand }

type Common = {
  /** The least sides of a camera's picture, pixels. */
  least: { long: number; short: number }
  /** Which way the camera looks that is asked for first. */
  facing: 'user' | 'environment'
  outline: Outline
  /** Whether thresholds and video quality can be chosen. */
  takesQuality: boolean
}

export type FaceMode = Common & {
  finds: 'face'
  phases: readonly [FacePhase, ...FacePhase[]]
  /** Of modes whose quality is not chosen. */
  limits: FaceLimits
  /** Whether the body's landmarks are needed too. */
  body: boolean
  /** The widest picture that is taken, width by height: what the service asks of a face is a share of the width. */
  aspect: number | undefined
  /** Throws the Fault with which the service would refuse. */
  accept: AcceptFaces
}

export type HandMode = Common & {
  finds: 'hand'
  phases: readonly [HandPhase]
  needs: HandNeeds
  /** Throws the Fault with which the service would refuse. */
  accept: AcceptHands
}

export type Mode = FaceMode | HandMode
