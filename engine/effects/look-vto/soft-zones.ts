import type { ZoneName } from '../../../catalog/looks/look.ts'

/**
 * Where a brush goes: through means of landmarks, in widths of the face from the middle of its stroke to the first
 * and to the last pigment.
 */
export type Stroke = {
  path: readonly (readonly number[])[]
  full: number
  end: number
  weight: number
  /** The share of it that is left at the end of the path. */
  last: number
}

function mirrored(
  left: Stroke['path'],
  right: Stroke['path'],
  shape: Omit<Stroke, 'path'>,
): Stroke[] {
  return [left, right].map((path) => ({ path, ...shape }))
}

const CONTOUR: readonly Stroke[] = [
  // The hollow below the cheekbone, the sides of the forehead, and under the line of the jaw.
  ...mirrored([[376, 352], [411], [411, 427]], [[147, 123], [187], [187, 207]], {
    full: 0.008,
    end: 0.1,
    weight: 0.8,
    last: 0.3,
  }),
  ...mirrored([[284, 298], [301]], [[54, 68], [71]], {
    full: 0.01,
    end: 0.1,
    weight: 0.6,
    last: 1,
  }),
  ...mirrored([[397], [365], [379]], [[172], [136], [150]], {
    full: 0.01,
    end: 0.07,
    weight: 0.7,
    last: 0.5,
  }),
  ...mirrored([[351, 419], [456], [360]], [[122, 196], [236], [131]], {
    full: 0.004,
    end: 0.03,
    weight: 0.5,
    last: 0.8,
  }),
]

const HIGHLIGHTER: readonly Stroke[] = [
  ...mirrored([[345, 352], [346], [347]], [[116, 123], [117], [118]], {
    full: 0.004,
    end: 0.088,
    weight: 1,
    last: 0.7,
  }),
  { path: [[6], [197], [195], [5]], full: 0.002, end: 0.024, weight: 0.6, last: 1 },
  { path: [[0, 0, 0, 164]], full: 0.002, end: 0.024, weight: 0.5, last: 1 },
]

const BLUSH = {
  apples: mirrored([[280, 425, 266], [280]], [[50, 205, 36], [50]], {
    full: 0.02,
    end: 0.145,
    weight: 1,
    last: 1,
  }),
  lifted: mirrored([[280, 425], [280], [346, 352]], [[50, 205], [50], [117, 123]], {
    full: 0.015,
    end: 0.12,
    weight: 1,
    last: 0.55,
  }),
  draped: mirrored([[280, 425], [280], [346], [345, 368]], [[50, 205], [50], [117], [116, 139]], {
    full: 0.01,
    end: 0.115,
    weight: 1,
    last: 0.4,
  }),
} as const

/** A table: the strokes of the zones that a brush lays on skin, by zone and placement, chosen by eye. */
export const SOFT_ZONES = {
  contour: CONTOUR,
  highlighter: HIGHLIGHTER,
  blush: BLUSH,
} as const satisfies Partial<Record<ZoneName, unknown>>
