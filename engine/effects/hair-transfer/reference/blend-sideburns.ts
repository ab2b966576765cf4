import { smoothstep } from '../../../geometry/smoothstep.ts'
import { allocZeroPlane, withArena } from '../../../raster/arena.ts'
import { betweenColours } from '../../../raster/colour/between-colours.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { sampleGrid } from '../../../regions/head/region-grid.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import type { HairLayer } from './place-hair.ts'

/** Where hair lies before and above the ears, widths of the face: beside the middle, and above the eyes. */
const BESIDE = { inner: 0.34, outer: 0.62, low: -0.34, high: 0.42 } as const

/**
 * Own hair is joined to new hair there where so much of what is around it is new hair, so far around: above `full` less
 * and less of it. Widths of the face.
 */
const REACH = { sigma: 0.035, least: 0.02, most: 0.12, full: 0.2, end: 0.4 } as const

/** Sideburns are found between these heights; where a beard would begin they go over into it. */
const SIDEBURN = { high: 0.22, fades: -0.16, low: -0.34, outer: 0.57 } as const

/** How far around a pixel the colours of hair and of skin are taken, widths of the face. */
const NEAR = { hair: 0.1, skin: 0.05, layer: 0.05, wide: 0.15 } as const

/** So much of new hair near a pixel gives its colour; with less of it, hair further off does. */
const ENOUGH = { none: 1e-4, all: 1e-2 } as const

/** Levels between hair and skin from which a sideburn is told from skin, and how far off their mixtures it may be. */
const APART = { none: 14, full: 40 } as const
const UNMIXED = { least: 18, most: 40 } as const

/** The share of new hair in a joined pixel up to which its own colour counts for nothing, and from which fully. */
const TRUSTED = { none: 0.6, all: 0.98 } as const

/** How far from skin to hair a pixel lies that is no sideburn, and one that is all of it: its ends are soft. */
const MIXED = { none: 0.15, all: 0.75 } as const

/** Where so much own hair lies beside the cheek it is long and no sideburn, squares of the face's width. */
const LONG = 0.003

/** The share of hair that leads from hair on the head into a sideburn, and what surely is either. */
const CONNECTED = 0.6
const SURE = 0.95

/**
 * Joins new hair to the wearer's own hair before and above the ears, in place: a sideburn stays in its shape and takes
 * the new hair's colour, and slivers of own hair between new hair and an ear are covered. What lies there between ear
 * and face cannot come off: nothing tells what is behind it.
 */
export function blendSideburns(wearer: Head, layer: HairLayer): void {
  const { frame } = wearer
  const { width, height, alpha } = layer
  withArena(() => {
    const around = blur(alpha, layer, REACH.sigma * frame.faceWidth)
    const own = sideburns(wearer, around)
    const sure = Float32Array.from(alpha, (share) => (share > SURE ? 1 : 0))
    const planes = [layer.red, layer.green, layer.blue]
    const near = blurAllWithin(planes, sure, layer, NEAR.layer * frame.faceWidth)
    const wide = blurAllWithin(planes, sure, layer, NEAR.wide * frame.faceWidth)
    const weight = blur(sure, layer, NEAR.layer * frame.faceWidth)
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
        if (v < BESIDE.low || v > BESIDE.high) continue
        if (Math.abs(u) < BESIDE.inner || Math.abs(u) > BESIDE.outer) continue
        const more = REACH.end * smoothstep(REACH.full, BESIDE.high, v)
        const joined = smoothstep(REACH.least + more, REACH.most + more, around[at]!)
        const beside = wearer.hair.alpha[at]! * joined
        const share = Math.max(own[at]!, beside)
        const before = alpha[at]!
        if (share <= before) continue
        // Where a matte fades over hair that goes on, it takes colour out of it that is not in it.
        const trusted = before * smoothstep(TRUSTED.none, TRUSTED.all, before)
        const nearby = smoothstep(ENOUGH.none, ENOUGH.all, weight[at]!)
        for (const [c, plane] of planes.entries()) {
          const colour = wide[c]![at]! + nearby * (near[c]![at]! - wide[c]![at]!)
          plane[at] = (trusted * plane[at]! + (share - trusted) * colour) / share
        }
        alpha[at] = share
      }
    }
  })
}

/**
 * The share of each pixel that is a sideburn, told by its colour: it is narrower than what the matte keeps.
 * @param around the share of new hair around each pixel: a sideburn hangs on hair that is joined
 */
function sideburns({ picture, regions, hair, frame }: Head, around: Float32Array): Float32Array {
  const { width, height, alpha } = hair
  return withArena(() => {
    const levels = [0, 1, 2].map((c) => alpha.map((_, at) => picture.data[4 * at + c]!))
    const sure = alpha.map((share) => (share > SURE ? 1 : 0))
    const bare = alpha.map((share, at) =>
      share > 0.02
        ? 0
        : sampleGrid(regions.skin, regions.grid, at % width, Math.floor(at / width)) ** 4,
    )
    const planes = [hair.red, hair.green, hair.blue]
    const own = blurAllWithin(planes, sure, hair, NEAR.hair * frame.faceWidth)
    const skin = blurAllWithin(levels, bare, hair, NEAR.skin * frame.faceWidth)
    const found = allocZeroPlane(alpha.length)
    const seeds: number[] = []
    const hanging = { left: 0, right: 0 }
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
        if (v < SIDEBURN.low || v > SIDEBURN.high) continue
        if (Math.abs(u) < BESIDE.inner || Math.abs(u) > SIDEBURN.outer) continue
        const { share: between, apart } = betweenColours(levels, skin, own, at)
        let off = 0
        for (const [c, plane] of levels.entries()) {
          off += (plane[at]! - skin[c]![at]! - between * (own[c]![at]! - skin[c]![at]!)) ** 2
        }
        const told = smoothstep(APART.none, APART.full, apart)
        const unlike = smoothstep(UNMIXED.least, UNMIXED.most, Math.sqrt(off))
        const share = told * (1 - unlike) * smoothstep(MIXED.none, MIXED.all, between)
        found[at] = share * smoothstep(SIDEBURN.low, SIDEBURN.fades, v)
        const isOwn = alpha[at]! > 0.5
        if (isOwn && v < SIDEBURN.fades) hanging[u < 0 ? 'left' : 'right']++
        if (isOwn && around[at]! > REACH.most) seeds.push(at)
      }
    }
    const most = LONG * frame.faceWidth ** 2
    const isLong = (at: number): boolean => {
      const { u } = pixelToHead(frame, at % width, Math.floor(at / width))
      return hanging[u < 0 ? 'left' : 'right'] > most
    }
    const short = seeds.filter((at) => !isLong(at))
    const kept = keepConnected(found, width, CONNECTED, short)
    const near = blur(
      Float32Array.from(kept, (share) => (share > 0 ? 1 : 0)),
      hair,
      1,
    )
    debugPlane('sideburns', kept, picture)
    return found.map((share, at) => share * smoothstep(0.02, 0.2, near[at]!))
  })
}
