import { smoothstep } from '../../raster/smoothstep.ts'
import { colourAt, isAlike, wornHem } from './body-edges.ts'
import type { Mesh } from './mesh.ts'
import { slopeOf } from './slope-of.ts'
import { fromTorso, onTorso, type Torso, valueAt, type Wearer } from './wearer.ts'

/**
 * Where the waist of what is worn lies on the torso's axis, how much lower it is per pixel to the right, and whether it
 * shows: a top may hang over it, to `hem`.
 */
export type Waist = { v: number; slope: number; shows: boolean; hem: number }

/** Where a waist sits that nothing shows, and from where on a top hangs over it, in lengths of the torso. */
const WAIST = { usual: 0.8, covered: 0.92 } as const

/** From this value on a pixel belongs to a mask. */
const IN = 128

/**
 * The most that a waist slopes; how far across it is measured, in how many columns, and how far up and down its edge is
 * looked for there, in widths of the shoulders.
 */
const SLOPE = { most: 0.06, reach: 0.3, columns: 17, room: 0.08 } as const

/** How far below a waist its slope is lost, in widths of the shoulders. */
const LEVEL = 0.7

/** Where across the body its waist is looked for, and how far off the regions' edge, in widths of the shoulders. */
const ACROSS = [-0.24, -0.12, 0, 0.12, 0.24]
const BAND = 0.06
const INTO = 0.02

/** The uppermost place of the lower garment. */
export function waistOf(wearer: Wearer): Waist {
  const { torso, regions } = wearer
  for (let v = 0.5 * torso.length; v < WAIST.covered * torso.length; v++) {
    const worn = ACROSS.filter((share) => {
      const point = fromTorso(torso, share * torso.shoulders, v)
      return valueAt(regions['lower-garment'], point) >= IN
    })
    if (worn.length >= 3) {
      const slope = slopeNear(wearer, v)
      const top = bandTop(wearer, v, slope)
      return { v: top, slope, shows: true, hem: top }
    }
  }
  return { v: WAIST.usual * torso.length, slope: 0, shows: false, hem: wornHem(wearer) }
}

/** The upper edge of a waistband: rows above the regions' edge that have its colours are of it as well. */
function bandTop({ picture, torso }: Wearer, edge: number, slope: number): number {
  const colourOf = (share: number, v: number) => {
    const u = share * torso.shoulders
    return colourAt(picture, fromTorso(torso, u, v + slope * u))
  }
  const below = ACROSS.map((share) => colourOf(share, edge + INTO * torso.shoulders))
  let top = edge
  while (top > edge - BAND * torso.shoulders) {
    const like = ACROSS.filter((share, n) => {
      const colour = colourOf(share, top - 1)
      return colour && below[n] && isAlike(colour, below[n])
    })
    if (like.length < 3) break
    top--
  }
  // All of that in one colour is a top as well.
  return top > edge - BAND * torso.shoulders ? top : edge
}

/** How the edge of a waist slopes near a height. */
function slopeNear({ torso, regions }: Wearer, near: number): number {
  const room = SLOPE.room * torso.shoulders
  const edges = Array.from({ length: SLOPE.columns }, (_, n) => {
    const u = SLOPE.reach * torso.shoulders * ((2 * n) / (SLOPE.columns - 1) - 1)
    for (let v = near - room; v < near + room; v += 0.5) {
      if (valueAt(regions['lower-garment'], fromTorso(torso, u, v)) >= IN) return { u, v }
    }
    return undefined
  }).filter((edge) => edge !== undefined)
  if (edges.length < SLOPE.columns / 2) return 0
  const slope = slopeOf(
    edges,
    edges.map(({ v }) => v),
  )
  return Math.min(SLOPE.most, Math.max(-SLOPE.most, slope))
}

/** Tilts a mesh as the waist slopes, the less the lower. */
export function tiltToWaist(mesh: Mesh, edge: number, { slope }: Waist, torso: Torso): Mesh {
  const worn = mesh.worn.map((point) => {
    const { u, v } = onTorso(torso, point)
    const by = slope * u * (1 - smoothstep(edge, edge + LEVEL * torso.shoulders, v))
    return { x: point.x + by * torso.down.x, y: point.y + by * torso.down.y }
  })
  return { ...mesh, worn }
}
