import { smoothstep } from '../../../geometry/smoothstep.ts'
import { allocZeroPlane, withArena } from '../../../raster/arena.ts'
import { betweenColours } from '../../../raster/colour/between-colours.ts'
import { levelPlanes } from '../../../raster/colour/level-planes.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import { aboveLevel } from '../../../raster/mask/above-level.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { boxOnHead, cropHead, cropLayer, pasteLayer } from '../head/crop-head.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import {
  BARE_SHARE,
  OWN_COLOUR_TRUSTED,
  SIDEBURNS_APART,
  SIDEBURNS_BESIDE,
  SIDEBURNS_CONNECTED,
  SIDEBURNS_EDGE,
  SIDEBURNS_ENOUGH,
  SIDEBURNS_LONG,
  SIDEBURNS_MIXED,
  SIDEBURNS_NEAR,
  SIDEBURNS_REACH,
  SIDEBURNS_SIDEBURN,
  SIDEBURNS_UNMIXED,
  SURELY_HAIR,
} from '../tuning.ts'
import type { HairLayer } from './place-hair.ts'

/**
 * Joins new hair to the wearer's own hair before and above the ears, in place: a sideburn stays in its shape and takes
 * the new hair's colour, and slivers of own hair between new hair and an ear are covered. What lies there between ear
 * and face cannot come off: nothing tells what is behind it.
 */
export function blendSideburns(wearer: Head, layer: HairLayer): void {
  // With room around for what is looked at nearby.
  const { outer, low, high } = SIDEBURNS_BESIDE
  const room = 3 * SIDEBURNS_NEAR.wide
  const box = boxOnHead(wearer, { aside: outer + room, low: low - room, high: high + room })
  if (!box) return
  const part = cropLayer(layer, box)
  blend(cropHead(wearer, box), part)
  pasteLayer(layer, part, box)
}

function blend(wearer: Head, layer: HairLayer): void {
  const { frame } = wearer
  const { width, height, alpha } = layer
  withArena(() => {
    const around = blur(alpha, layer, SIDEBURNS_REACH.sigma * frame.faceWidth)
    const own = sideburns(wearer, around)
    const sure = new Float32Array(aboveLevel(alpha, SURELY_HAIR))
    const planes = [layer.red, layer.green, layer.blue]
    const near = blurAllWithin(planes, sure, layer, SIDEBURNS_NEAR.layer * frame.faceWidth)
    const wide = blurAllWithin(planes, sure, layer, SIDEBURNS_NEAR.wide * frame.faceWidth)
    const weight = blur(sure, layer, SIDEBURNS_NEAR.layer * frame.faceWidth)
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
        if (v < SIDEBURNS_BESIDE.low || v > SIDEBURNS_BESIDE.high) continue
        if (Math.abs(u) < SIDEBURNS_BESIDE.inner || Math.abs(u) > SIDEBURNS_BESIDE.outer) continue
        const more =
          SIDEBURNS_REACH.end * smoothstep(SIDEBURNS_REACH.full, SIDEBURNS_BESIDE.high, v)
        const joined = smoothstep(
          SIDEBURNS_REACH.least + more,
          SIDEBURNS_REACH.most + more,
          around[at]!,
        )
        const beside = wearer.hair.alpha[at]! * joined
        const share = Math.max(own[at]!, beside)
        const before = alpha[at]!
        if (share <= before) continue
        // Where a matte fades over hair that goes on, it takes colour out of it that is not in it.
        const trusted = before * smoothstep(OWN_COLOUR_TRUSTED.none, OWN_COLOUR_TRUSTED.all, before)
        const nearby = smoothstep(SIDEBURNS_ENOUGH.none, SIDEBURNS_ENOUGH.all, weight[at]!)
        for (let c = 0; c < 3; c++) {
          const plane = planes[c]!
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
    const levels = levelPlanes(picture)
    const sure = new Float32Array(aboveLevel(alpha, SURELY_HAIR))
    const bare = allocZeroPlane(alpha.length)
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        if (alpha[at]! <= BARE_SHARE) bare[at] = sampleGrid(regions.skin, regions.grid, x, y) ** 4
      }
    }
    const planes = [hair.red, hair.green, hair.blue]
    const own = blurAllWithin(planes, sure, hair, SIDEBURNS_NEAR.hair * frame.faceWidth)
    const skin = blurAllWithin(levels, bare, hair, SIDEBURNS_NEAR.skin * frame.faceWidth)
    const found = allocZeroPlane(alpha.length)
    const seeds: number[] = []
    const hanging = { left: 0, right: 0 }
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
        if (v < SIDEBURNS_SIDEBURN.low || v > SIDEBURNS_SIDEBURN.high) continue
        if (Math.abs(u) < SIDEBURNS_BESIDE.inner || Math.abs(u) > SIDEBURNS_SIDEBURN.outer) continue
        const { share: between, apart } = betweenColours(levels, skin, own, at)
        let off = 0
        for (let c = 0; c < 3; c++) {
          off += (levels[c]![at]! - skin[c]![at]! - between * (own[c]![at]! - skin[c]![at]!)) ** 2
        }
        const told = smoothstep(SIDEBURNS_APART.none, SIDEBURNS_APART.full, apart)
        const unlike = smoothstep(SIDEBURNS_UNMIXED.least, SIDEBURNS_UNMIXED.most, Math.sqrt(off))
        const share =
          told * (1 - unlike) * smoothstep(SIDEBURNS_MIXED.none, SIDEBURNS_MIXED.all, between)
        found[at] = share * smoothstep(SIDEBURNS_SIDEBURN.low, SIDEBURNS_SIDEBURN.fades, v)
        const isOwn = alpha[at]! > 0.5
        if (isOwn && v < SIDEBURNS_SIDEBURN.fades) hanging[u < 0 ? 'left' : 'right']++
        if (isOwn && around[at]! > SIDEBURNS_REACH.most) seeds.push(at)
      }
    }
    const most = SIDEBURNS_LONG * frame.faceWidth ** 2
    const isLong = (at: number): boolean => {
      const { u } = pixelToHead(frame, at % width, Math.floor(at / width))
      return hanging[u < 0 ? 'left' : 'right'] > most
    }
    const short = seeds.filter((at) => !isLong(at))
    const kept = keepConnected(found, width, SIDEBURNS_CONNECTED, short)
    const near = blur(new Float32Array(aboveLevel(kept, 0)), hair, 1)
    debugPlane('sideburns', kept, picture)
    return found.map(
      (share, at) => share * smoothstep(SIDEBURNS_EDGE.none, SIDEBURNS_EDGE.all, near[at]!),
    )
  })
}
