import type { ZoneName } from '../../../catalog/looks/look.ts'
import { LID_COORDINATES_BESIDE } from './tuning.ts'

/** From where on pigment rises to where it is whole, or falls to where it has ended. */
type Slope = readonly [from: number, to: number]

/**
 * Where a zone lies, in the coordinates of the lid (see `LidCoordinates`): across the eye, and above the upper lid or
 * below the lower one, away from the eye.
 */
export type EyeshadowSpread = {
  /** `slant`: how much farther across it falls, by its height above the lid. */
  across: { rises: Slope; falls?: Slope; slant?: number }
  above?: Heights
  below?: Heights
}

/** `around`: the height of most pigment and how far from it there is none. */
type Heights = { rises?: Slope; falls?: Slope; around?: { height: number; reach: number } }

/** Shares of what the coordinates go on beside the eye, over which zones are drawn out. */
const BESIDE = {
  all: -LID_COORDINATES_BESIDE,
  half: -0.5 * LID_COORDINATES_BESIDE,
  less: -0.3 * LID_COORDINATES_BESIDE,
}

/** What covers the lid fades towards both corners of the eye. */
const ALONG = { rises: [BESIDE.less, 0.14], falls: [0.86, 1.02] } as const

/** A table: the zones of eyeshadow, chosen by eye where make-up artists name them; all of them end softly. */
export const EYESHADOW_ZONES = {
  wash: { across: ALONG, above: { falls: [0.2, 0.8] } },
  lid: { across: ALONG, above: { falls: [0.26, 0.52] } },
  crease: {
    across: { rises: [BESIDE.half, 0.2], falls: [0.62, 0.95] },
    above: { around: { height: 0.42, reach: 0.34 } },
  },
  'outer-corner': {
    across: { rises: [BESIDE.all, -0.02], falls: [0.08, 0.42], slant: 0.25 },
    above: { falls: [0.22, 0.66] },
  },
  'inner-corner': {
    across: { rises: [0.8, 0.97] },
    above: { falls: [0.12, 0.42] },
    below: { falls: [0.1, 0.45] },
  },
  'brow-bone': {
    across: { rises: [-0.1, 0.14], falls: [0.3, 0.62] },
    above: { rises: [0.66, 0.86] },
  },
  'lower-lid': {
    across: { rises: [BESIDE.half, 0.06], falls: [0.55, 0.95] },
    below: { falls: [0.1, 0.62] },
  },
} as const satisfies Partial<Record<ZoneName, EyeshadowSpread>>

export type EyeshadowZone = keyof typeof EYESHADOW_ZONES

/** The order in which they are laid: light washes first, dark corners over them. */
export const EYESHADOW_ORDER: readonly EyeshadowZone[] = [
  'wash',
  'brow-bone',
  'lid',
  'crease',
  'outer-corner',
  'lower-lid',
  'inner-corner',
]
