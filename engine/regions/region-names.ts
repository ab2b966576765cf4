/** The regions a person is told apart into, in the order in which masks of them stand. */
export const REGION_NAMES = [
  'hair',
  'face-skin',
  'body-skin',
  'upper-garment',
  'lower-garment',
  'shoes',
  'other',
] as const

export type RegionName = (typeof REGION_NAMES)[number]

/**
 * The coarser regions of a head with neck and shoulders: the skin of face and body together, hair, and what is worn
 * below the neck.
 */
export const HEAD_REGION_NAMES = ['skin', 'hair', 'cloth'] as const

export type HeadRegionName = (typeof HEAD_REGION_NAMES)[number]

/** The share of each pixel that belongs to a region of a head, 0–1. */
export type HeadShares = Record<HeadRegionName, Float32Array>

/** One value for each region. */
export type ByRegion<Value> = Record<RegionName, Value>

/** Makes a value for each region. */
export function byRegion<Value>(make: (name: RegionName) => Value): ByRegion<Value> {
  return Object.fromEntries(REGION_NAMES.map((name) => [name, make(name)])) as ByRegion<Value>
}
