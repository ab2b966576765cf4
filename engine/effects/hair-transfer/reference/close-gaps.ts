import { smoothstep } from '../../../geometry/smoothstep.ts'
import { withArena } from '../../../raster/arena.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import { aboveLevel } from '../../../raster/mask/above-level.ts'
import { closeMask } from '../../../raster/mask/close-mask.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { paintPolygon } from '../../../raster/mask/paint-polygon.ts'
import { HEAD_REGION_NAMES } from '../../../regions/region-names.ts'
import { type Head, headToPixel, pixelToHead } from '../head/head.ts'
import {
  GAPS_BESIDE,
  GAPS_CHEEK,
  GAPS_DENSE,
  GAPS_EAR,
  GAPS_GAP,
  GAPS_HIGHEST,
  GAPS_NARROWING,
  GAPS_NEAR,
  GAPS_RIM,
  GAPS_SHADED,
  GAPS_SLIT,
  GAPS_SOFT,
  GAPS_SOLID,
  GAPS_SPECK,
  GAPS_TOLD,
  GAPS_WITHIN,
  OWN_COLOUR_SURE,
  OWN_COLOUR_TRUSTED,
} from '../tuning.ts'
import type { HairLayer } from './place-hair.ts'

/**
 * Closes slits between placed hair and its wearer, and holes in the hair, in place: the reference's jaw, ears and
 * shoulders, which the hair lay against, have another outline than the wearer's.
 */
export function closeGaps({ picture, regions, hair, frame }: Head, layer: HairLayer): void {
  const { width, height, alpha } = layer
  const by = Math.max(1, Math.round(GAPS_GAP * frame.faceWidth))
  const near = GAPS_NEAR * frame.faceWidth
  const person = new Float32Array(alpha.length)
  const { area } = regions.grid
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = y * width + x
      person[at] = sampleGrid(regions.person, regions.grid, x, y) * (1 - hair.alpha[at]!)
    }
  }
  const besideSkin = growMask(bareSkin(person, layer, regions), picture, 3 * by)
  const inOval = new Float32Array(person.length)
  paintPolygon(inOval, layer, frame.oval)
  leaveGround(person, layer, { regions, frame })
  uncountCoveredEars(person, inOval, layer, frame)
  const worn = aboveLevel(alpha, 0.5)
  const solid = worn.slice()
  for (let at = 0; at < solid.length; at++) if (person[at]! > GAPS_SOLID) solid[at] = 1
  const closed = closeMask(solid, picture, by)
  const besideHair = growMask(worn, picture, by)
  const inside = betweenHair(worn, layer)
  const within = betweenHair(worn, layer, Math.round(GAPS_DENSE.edge * frame.faceWidth))
  const isLow = (at: number): boolean => {
    const { u, v } = pixelToHead(frame, at % width, Math.floor(at / width))
    return v < (Math.abs(u) > GAPS_HIGHEST.from ? GAPS_HIGHEST.beside : GAPS_HIGHEST.above)
  }
  const taper = taperedBelow(worn, inside, layer)
  const aroundGap = withArena(() => blur(new Float32Array(worn), layer, by).slice())
  const gaps = new Uint8Array(worn.length)
  for (let at = 0; at < gaps.length; at++) {
    if (!closed[at] || solid[at] || !besideHair[at] || !taper[at]) continue
    const place = pixelToHead(frame, at % width, Math.floor(at / width))
    if (isNarrow(aroundGap[at]!, place)) gaps[at] = 1
  }
  const slits = slitsIn(worn, layer, Math.max(1, Math.round(GAPS_SLIT * frame.faceWidth)))
  const specks = specksIn(worn, inOval, isLow, layer, GAPS_SPECK * frame.faceWidth ** 2)
  // Their rims are partly the ground's.
  const rims = growMask(gaps, picture, Math.max(1, Math.round(GAPS_RIM * frame.faceWidth)))
  withArena(() => {
    const around = blur(alpha, layer, GAPS_WITHIN.sigma * near)
    const sure = new Float32Array(aboveLevel(alpha, OWN_COLOUR_SURE))
    const own = blurAllWithin([layer.red, layer.green, layer.blue], sure, layer, near)
    const changed = new Uint8Array(alpha.length)
    for (let at = 0; at < width * height; at++) {
      const before = alpha[at]!
      const gap = rims[at] && inside[at] ? 1 - person[at]! ** 4 : 0
      const hole = smoothstep(GAPS_WITHIN.least, GAPS_WITHIN.most, around[at]!) * (1 - person[at]!)
      const slit = specks[at] || (slits[at] && isLow(at) && inOval[at] === 0) ? 1 : 0
      const isDense = besideSkin[at] && within[at] && isLow(at)
      const dense = isDense
        ? smoothstep(GAPS_DENSE.none, GAPS_DENSE.all, before) * (1 - person[at]! ** 4)
        : 0
      const share = Math.max(before, gap, hole, slit, dense)
      if (share <= before) continue
      changed[at] = 1
      // Of a pixel that is half skin, an earring or the ground, the colour is not hair's.
      const trusted = before * smoothstep(OWN_COLOUR_TRUSTED.none, OWN_COLOUR_TRUSTED.all, before)
      const { v } = pixelToHead(frame, at % width, Math.floor(at / width))
      const shade =
        GAPS_SHADED + (1 - GAPS_SHADED) * smoothstep(GAPS_NARROWING.from, GAPS_NARROWING.lit, v)
      for (const [c, plane] of [layer.red, layer.green, layer.blue].entries()) {
        const made = own[c]![at]! * shade
        plane[at] = (trusted * plane[at]! + (share - trusted) * made) / share
      }
      alpha[at] = share
    }
    // What was closed ends as softly as hair does.
    const soft = blur(alpha, layer, GAPS_SOFT)
    const edges = growMask(changed, layer, 1)
    for (let at = 0; at < width * height; at++) {
      const [before, share] = [alpha[at]!, soft[at]!]
      if (!edges[at] || share <= before) continue
      // Where there was no hair there was no colour of it either.
      for (const [c, plane] of [layer.red, layer.green, layer.blue].entries()) {
        plane[at] = (before * plane[at]! + (share - before) * GAPS_SHADED * own[c]![at]!) / share
      }
      alpha[at] = share
    }
  })
}

/** Whether a gap with so much hair around it is closed at this place: all of them beside cheeks, above only notches. */
function isNarrow(around: number, { u, v }: { u: number; v: number }): boolean {
  if (Math.abs(u) < GAPS_NARROWING.beside) return v < GAPS_HIGHEST.above
  if (v > GAPS_NARROWING.to) return false
  return around > GAPS_NARROWING.notch * smoothstep(GAPS_NARROWING.from, GAPS_NARROWING.to, v)
}

/** Takes what is told neither as skin, hair nor cloth beside jaw and neck out of the person, in place. */
function leaveGround(
  person: Float32Array,
  { width }: HairLayer,
  { regions, frame }: Pick<Head, 'regions' | 'frame'>,
): void {
  for (let at = 0; at < person.length; at++) {
    if (person[at]! === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    const { u, v } = pixelToHead(frame, x, y)
    if (v > GAPS_HIGHEST.above || v < -frame.chin || Math.abs(u) < GAPS_BESIDE) continue
    let told = 0
    for (const name of HEAD_REGION_NAMES) told += sampleGrid(regions[name], regions.grid, x, y)
    person[at] = person[at]! * Math.min(1, GAPS_TOLD * told)
  }
}

/** 1 in what is narrower than twice `by` pixels between hair. */
function slitsIn(worn: Uint8Array, size: HairLayer, by: number): Uint8Array {
  const closed = closeMask(worn, size, by)
  for (let at = 0; at < closed.length; at++) if (worn[at]) closed[at] = 0
  return closed
}

/** 1 in what little lies between hair and face all around. */
function specksIn(
  worn: Uint8Array,
  inOval: Float32Array,
  isLow: (at: number) => boolean,
  { width }: HairLayer,
  most: number,
): Uint8Array {
  const free = new Float32Array(worn.length)
  for (let at = 0; at < free.length; at++) {
    if (!worn[at] && inOval[at]! <= 0.5 && isLow(at)) free[at] = 1
  }
  const specks = new Uint8Array(worn.length)
  for (const { pixels } of findComponents(free, width, { low: 1, high: 1, share: 0, most })) {
    for (const at of pixels) specks[at] = 1
  }
  return specks
}

/** Takes ears that hair lies over for the most part, and the cheek's rim there, out of what gaps may show, in place. */
function uncountCoveredEars(
  person: Float32Array,
  inOval: Float32Array,
  { width, height, alpha }: HairLayer,
  frame: Head['frame'],
): void {
  const sides = [-1, 1].map(() => ({ ear: [] as number[], covered: 0 }))
  for (let at = 0; at < width * height; at++) {
    if (person[at]! < 0.5 || inOval[at]! > 0) continue
    const { u, v } = pixelToHead(frame, at % width, Math.floor(at / width))
    if (
      v < GAPS_EAR.low ||
      v > GAPS_EAR.high ||
      Math.abs(u) < GAPS_EAR.inner ||
      Math.abs(u) > GAPS_EAR.outer
    )
      continue
    const side = sides[u < 0 ? 0 : 1]!
    side.ear.push(at)
    side.covered += alpha[at]!
  }
  const areCovered = sides.map(({ ear, covered }) => covered > GAPS_EAR.covered * ear.length)
  const within = new Float32Array(person.length)
  const { x: cx, y: cy } = headToPixel(frame, 0, GAPS_EAR.low)
  const ring = frame.oval.map(({ x, y }) => {
    const { v } = pixelToHead(frame, x, y)
    const high = 1 - smoothstep(GAPS_EAR.high - GAPS_CHEEK.fades, GAPS_EAR.high, v)
    const by =
      1 - GAPS_CHEEK.rim * high * smoothstep(GAPS_CHEEK.low, GAPS_CHEEK.low + GAPS_CHEEK.fades, v)
    return { x: cx + by * (x - cx), y: cy + by * (y - cy) }
  })
  paintPolygon(within, { width, height }, ring)
  for (let at = 0; at < width * height; at++) {
    if (person[at] === 0 || within[at] === 1) continue
    const { u, v } = pixelToHead(frame, at % width, Math.floor(at / width))
    if (v < GAPS_CHEEK.low || v > GAPS_EAR.high || Math.abs(u) < GAPS_BESIDE) continue
    // Below the ears, outside the face, is the neck.
    if (v < GAPS_EAR.low && inOval[at] === 0) continue
    if (areCovered[u < 0 ? 0 : 1]) person[at] = person[at]! * within[at]!
  }
}

/** 1 where a person is bare skin: face, ears and neck. */
function bareSkin(
  person: Float32Array,
  { width }: HairLayer,
  { cloth, grid }: Head['regions'],
): Uint8Array {
  const bare = new Uint8Array(person.length)
  for (let at = 0; at < bare.length; at++) {
    if (person[at]! < 0.5) continue
    if (sampleGrid(cloth, grid, at % width, Math.floor(at / width)) < 0.5) bare[at] = 1
  }
  return bare
}

/** 1 inside where hair beside it goes on below for as far as it is away: what is closed ends in a slope. */
function taperedBelow(
  worn: Uint8Array,
  inside: Uint8Array,
  { width, height }: HairLayer,
): Uint8Array {
  const tapered = new Uint8Array(worn.length)
  const rows = new Int32Array(width)
  const apart = new Int32Array(width)
  for (let y = height - 1; y >= 0; y--) {
    const row = y * width
    for (let x = 0, far = width; x < width; x++) {
      far = worn[row + x] ? 0 : far + 1
      apart[x] = far
    }
    for (let x = width - 1, far = width; x >= 0; x--) {
      far = worn[row + x] ? 0 : far + 1
      rows[x] = inside[row + x] ? rows[x]! + 1 : 0
      if (Math.min(far, apart[x]!) < rows[x]!) tapered[row + x] = 1
    }
  }
  return tapered
}

/** 1 where there is hair on both sides in the same row, at least `by` pixels of it or of what it encloses. */
function betweenHair(worn: Uint8Array, { width, height }: HairLayer, by = 0): Uint8Array {
  const between = new Uint8Array(worn.length)
  for (let y = 0; y < height; y++) {
    const row = worn.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(1)
    const end = row.lastIndexOf(1) + 1 - by
    if (first >= 0 && end > first + by) between.fill(1, y * width + first + by, y * width + end)
  }
  return between
}
