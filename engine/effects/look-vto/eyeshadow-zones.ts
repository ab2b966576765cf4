import type { ZoneName } from '../../../catalog/looks/look.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { LID_COORDINATES_BESIDE } from './tuning.ts'

/** How much pigment lies where, 0–1, by the coordinates of the lid: see `LidCoordinates`. */
type Spread = (across: number, up: number) => number

function rise(from: number, to: number, value: number): number {
  return smoothstep(from, to, value)
}

function fall(from: number, to: number, value: number): number {
  return 1 - smoothstep(from, to, value)
}

/** Most pigment at `middle`, none from `reach` on. */
function bump(middle: number, reach: number, value: number): number {
  return fall(0, reach, Math.abs(value - middle))
}

/** Fades towards both corners of the eye. */
function along(across: number): number {
  return rise(-0.3 * LID_COORDINATES_BESIDE, 0.14, across) * fall(0.86, 1.02, across)
}

/** The zones of eyeshadow; all of them end softly. */
export const EYESHADOW_ZONES = {
  wash: (across, up) => (up < 0 ? 0 : along(across) * fall(0.2, 0.8, up)),
  lid: (across, up) => (up < 0 ? 0 : along(across) * fall(0.26, 0.52, up)),
  crease: (across, up) =>
    up < 0
      ? 0
      : bump(0.42, 0.34, up) *
        rise(-0.5 * LID_COORDINATES_BESIDE, 0.2, across) *
        fall(0.62, 0.95, across),
  'outer-corner': (across, up) =>
    up < 0
      ? 0
      : rise(-LID_COORDINATES_BESIDE, -0.02, across) *
        fall(0.08, 0.42, across - 0.25 * up) *
        fall(0.22, 0.66, up),
  'inner-corner': (across, up) =>
    rise(0.8, 0.97, across) * (up >= 0 ? fall(0.12, 0.42, up) : fall(0.1, 0.45, -up)),
  'brow-bone': (across, up) =>
    up < 0 ? 0 : rise(0.66, 0.86, up) * rise(-0.1, 0.14, across) * fall(0.3, 0.62, across),
  'lower-lid': (across, up) =>
    up > 0
      ? 0
      : rise(-0.5 * LID_COORDINATES_BESIDE, 0.06, across) *
        fall(0.55, 0.95, across) *
        fall(0.1, 0.62, -up),
} as const satisfies Partial<Record<ZoneName, Spread>>

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
