import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import type { Point } from '../../../../../engine/geometry/point.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'

/** The size of the drawn pictures, and their levels: a room, what is worn, and skin or an edge that was sharpened. */
export const SIZE = { width: 200, height: 160 } as const
export const [ROOM, CLOTH, HALO] = [120, 30, 200] as const

/** A garment that reaches as far up and down as it is asked for. */
export const ALL_HEIGHTS = { from: -Infinity, to: Infinity } as const

export function maskOf(value: (x: number, y: number) => number): Mask {
  const data = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
    value(at % SIZE.width, Math.floor(at / SIZE.width)),
  )
  return { ...SIZE, data }
}

const NONE = maskOf(() => 0)

/** What either of some masks has. */
export function eitherOf(...masks: readonly Mask[]): Mask {
  return maskOf((x, y) => Math.max(...masks.map(({ data }) => data[y * SIZE.width + x]!)))
}

/** Somebody upright, of whom nothing is seen but what is given. */
export function drawnWearer(
  data: Uint8ClampedArray,
  {
    person,
    regions,
    origin = { x: 100, y: 40 },
    shoulders = 90,
    length = 140,
    arms = [],
    traced = NONE,
    gaps = NONE,
  }: {
    person: Mask
    regions: Partial<Wearer['regions']>
    origin?: Point
    shoulders?: number
    length?: number
    arms?: readonly (readonly Point[])[]
    traced?: Mask | undefined
    gaps?: Mask | undefined
  },
): Wearer {
  return {
    picture: { ...SIZE, data },
    body: { mask: person },
    arms,
    legs: [],
    torso: { origin, right: { x: 1, y: 0 }, down: { x: 0, y: 1 }, shoulders, length },
    traced: traced.data,
    gaps: gaps.data,
    regions: {
      hair: NONE,
      'face-skin': NONE,
      'body-skin': NONE,
      'upper-garment': NONE,
      'lower-garment': NONE,
      shoes: NONE,
      other: NONE,
      ...regions,
    },
  } as unknown as Wearer
}
