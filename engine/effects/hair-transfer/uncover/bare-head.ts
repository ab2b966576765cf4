import { inpaint } from '../../../fill/inpaint.ts'
import { solveMembrane } from '../../../fill/membrane.ts'
import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox } from '../../../geometry/box.ts'
import { sampleClamped } from '../../../geometry/sample.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { withArena } from '../../../raster/arena.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { blur } from '../../../raster/filter/blur.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Picture } from '../../../raster/picture.ts'
import { crop, cropPlane } from '../../../raster/pixels/crop.ts'
import { seededRandom } from '../../../raster/seeded-random.ts'
import { earEdges } from '../head/ear-edges.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { squaredSkullRadius } from '../head/scalp.ts'
import {
  BARE_SHARE,
  BESIDE_EAR,
  BESIDE_SKIN,
  UNCOVERED_AROUND,
  UNCOVERED_BODY,
  UNCOVERED_CELLS,
  UNCOVERED_CLEAN,
  UNCOVERED_CONDUCTION,
  UNCOVERED_EAR,
  UNCOVERED_EDGE,
  UNCOVERED_FOREHEAD,
  UNCOVERED_HIDDEN,
  UNCOVERED_KNOWN,
  UNCOVERED_MARGIN,
  UNCOVERED_PERSON,
  UNCOVERED_RIM,
  UNCOVERED_SHADED,
  UNCOVERED_SHOWS,
  UNCOVERED_SKULL,
  UNCOVERED_SPARSE,
  UNCOVERED_STAINED,
  UNCOVERED_STUBBLE,
  UNCOVERED_THICKNESS,
} from '../tuning.ts'
import { cutEarBreadth } from './cut-ear-breadth.ts'
import { evenOutPlainFill } from './even-out-plain-fill.ts'

/** What shows once a head's own hair is off, by pixel. */
export const BEHIND_HAIR = { nothing: 0, ground: 1, skin: 2, body: 3, ear: 4 } as const

const KIND_NAMES = ['ground', 'skin', 'body', 'ear'] as const

/** The pixels at which a head's own hair shows beside new hair, and what is behind it. */
export type Uncovered = {
  /** One of {@link BEHIND_HAIR} for each pixel. */
  kinds: Uint8Array
  /** The area of each kind that must be invented, in squares of the face's width. */
  areas: { ground: number; skin: number; body: number; ear: number }
  /** How broadly an ear would be cut off at its top, in widths of the face. */
  cutEar: number
}

/** Finds where a head's own hair shows beside new hair of this share of each pixel. */
export function classifyUncoveredHair(head: Head, cover: Float32Array): Uncovered {
  const { hair, frame, picture, regions } = head
  const { width, height } = picture
  const kinds = new Uint8Array(width * height)
  const unit = frame.faceWidth ** 2
  const areas = { ground: 0, skin: 0, body: 0, ear: 0 }
  const rim = Math.max(2, Math.round(UNCOVERED_RIM * frame.faceWidth))
  const shows = new Uint8Array(width * height)
  for (let at = 0; at < shows.length; at++) if (hair.alpha[at]! >= UNCOVERED_SHOWS) shows[at] = 1
  const own = growMask(shows, picture, rim)
  const around = withArena(() =>
    blur(hair.alpha, picture, UNCOVERED_AROUND * frame.faceWidth).slice(),
  )
  const { area, faceWidth } = regions.grid
  // Hair counts as a part of the person: beside it, not behind it, is told whether the body goes on there.
  const body = withArena(() => {
    const dressed = regions.cloth.map((share, at) => Math.min(1, share + regions.skin[at]!))
    return blur(dressed, regions.grid, UNCOVERED_BODY.near * faceWidth).slice()
  })
  const outer = earEdges(head)
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = y * width + x
      if (cover[at]! >= UNCOVERED_HIDDEN) continue
      const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
      const isOver = v > BESIDE_EAR.high && behindAt(u, v, 0) === BEHIND_HAIR.ground
      const isOwn =
        own[at] === 1 ||
        (isOver && sampleGrid(regions.person, regions.grid, x, y) > UNCOVERED_PERSON)
      if (!isOwn && around[at]! < UNCOVERED_SPARSE && !(hair.unclearFringe && isForehead(u, v)))
        continue
      // Hair between an ear and the face lies before the ear as it did.
      const ear = outer(u, v)
      if (Math.abs(u) > BESIDE_EAR.inner && Math.abs(u) < ear.skin) continue
      // Its rim is no hair, unless it surely is.
      const isRim = Math.abs(u) > BESIDE_EAR.ear && Math.abs(u) < ear.rim
      if (isRim && hair.alpha[at]! < BESIDE_EAR.sure) continue
      const kind = behindAt(u, v, sampleGrid(body, regions.grid, x, y))
      // What is skin rather than hair beside it is an ear or a jaw, and no ground with hairs before it. Higher up it is
      // hair in shade that looks like skin.
      const isJaw = Math.abs(u) < BESIDE_EAR.jaw && hair.alpha[at]! < BESIDE_EAR.sure
      const isBeside = kind === BEHIND_HAIR.ground && !isOver && (isJaw || !shows[at])
      if (isBeside && sampleGrid(regions.skin, regions.grid, x, y) > BESIDE_SKIN) continue
      if (!isOwn && kind !== BEHIND_HAIR.skin) continue
      kinds[at] = kind
      areas[KIND_NAMES[kind - 1]!] += (hair.alpha[at]! * (1 - cover[at]!)) / unit
    }
  }
  debugPlane('own hair that shows', kinds, picture, [0, 4])
  return { kinds, areas, cutEar: cutEarBreadth(head, (at) => kinds[at] === BEHIND_HAIR.ground) }
}

/** Where a fringe falls. What shows between its strands is no clean skin. */
function isForehead(u: number, v: number): boolean {
  return (
    v > UNCOVERED_FOREHEAD.low &&
    (u / UNCOVERED_FOREHEAD.half) ** 2 + (v / UNCOVERED_FOREHEAD.top) ** 2 < 1
  )
}

function behindAt(u: number, v: number, body: number): 1 | 2 | 3 | 4 {
  if (
    v > UNCOVERED_SKULL.low &&
    squaredSkullRadius(u, Math.max(v, UNCOVERED_SKULL.wide)) < UNCOVERED_SKULL.within
  )
    return BEHIND_HAIR.skin
  if (
    ((Math.abs(u) - UNCOVERED_EAR.u) / UNCOVERED_EAR.half) ** 2 +
      ((v - UNCOVERED_EAR.v) / UNCOVERED_EAR.tall) ** 2 <
    1
  )
    return BEHIND_HAIR.ear
  return v <= UNCOVERED_BODY.high && body > UNCOVERED_BODY.least
    ? BEHIND_HAIR.body
    : BEHIND_HAIR.ground
}

/**
 * The picture without the hair that shows beside the new one: skin continued over the skull, the ground beside it, the
 * clothes and the neck below it.
 */
export function fillUncovered(head: Head, { kinds }: Uncovered): Picture {
  const margin = Math.ceil(UNCOVERED_MARGIN * head.frame.faceWidth)
  let { picture } = head
  for (const wanted of [BEHIND_HAIR.ground, BEHIND_HAIR.body]) {
    const part = partOf(kinds, [wanted], head.picture, margin)
    if (part) picture = pasted(picture, fillFrom(head, kinds, part, wanted, picture), part)
  }
  const part = partOf(kinds, [BEHIND_HAIR.skin, BEHIND_HAIR.ear], head.picture, margin)
  return part ? pasted(picture, fillSkin(head, kinds, part, crop(picture, part)), part) : picture
}

/** The box of the pixels of some kinds, with a margin. */
function partOf(
  kinds: Uint8Array,
  of: readonly number[],
  picture: Picture,
  margin: number,
): Box | undefined {
  const wanted = new Uint8Array(kinds.length)
  for (let at = 0; at < kinds.length; at++) {
    if (of.includes(kinds[at]!)) wanted[at] = 1
  }
  const box = boxOfPlane(wanted, picture)
  if (!box) return undefined
  const grown = { left: box.left - margin, top: box.top - margin }
  const size = { width: box.width + 2 * margin, height: box.height + 2 * margin }
  return clampBox({ ...grown, ...size }, picture)
}

function pasted(picture: Picture, filled: Picture, part: Box): Picture {
  const data = new Uint8ClampedArray(picture.data)
  for (let y = 0; y < part.height; y++) {
    const row = filled.data.subarray(4 * y * part.width, 4 * (y + 1) * part.width)
    data.set(row, 4 * ((part.top + y) * picture.width + part.left))
  }
  return { ...picture, data }
}

/** Continues the ground behind hair from the ground, or neck and clothes below it from neck and clothes. */
function fillFrom(
  { regions, frame, hair }: Head,
  kinds: Uint8Array,
  part: Box,
  wanted: number,
  picture: Picture,
): Picture {
  const cut = crop(picture, part)
  const occluded = new Uint8Array(part.width * part.height)
  const target = new Uint8Array(part.width * part.height)
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, at++) {
      const from = (part.top + y) * picture.width + part.left + x
      const person = sampleGrid(regions.person, regions.grid, part.left + x, part.top + y)
      const other =
        wanted === BEHIND_HAIR.ground
          ? person > UNCOVERED_KNOWN.ground
          : person < UNCOVERED_KNOWN.body
      if (kinds[from] === wanted) target[at] = 1
      occluded[at] = kinds[from] !== 0 || other || hair.alpha[from]! > BARE_SHARE ? 1 : 0
    }
  }
  const filled = inpaint(cut, occluded, target, UNCOVERED_THICKNESS * frame.faceWidth, {
    hole: true,
  })
  if (wanted === BEHIND_HAIR.ground)
    evenOutPlainFill(filled, cut, occluded, target, frame.faceWidth)
  return filled
}

/** Continues the skin of the forehead over the skull, with grain as fine as the skin's and no edge. */
function fillSkin(
  { picture, regions, frame, hair }: Head,
  kinds: Uint8Array,
  part: Box,
  under: Picture,
): Picture {
  const scale = Math.max(1, Math.floor(frame.faceWidth / UNCOVERED_CELLS))
  const grid = { width: Math.ceil(part.width / scale), height: Math.ceil(part.height / scale) }
  const cells = grid.width * grid.height
  const known = new Uint8Array(cells)
  const sums = [0, 1, 2, 3].map(() => new Float32Array(cells))
  const beside = [0, 1, 2, 3].map(() => new Float32Array(cells))
  const conduction = new Float32Array(cells).fill(UNCOVERED_CONDUCTION)
  const wanted = new Float32Array(part.width * part.height)
  const clean = new Uint8Array(part.width * part.height)
  const near = withArena(() =>
    blur(
      cropPlane(hair.alpha, picture.width, part),
      part,
      UNCOVERED_STAINED.sigma * frame.faceWidth,
    ).slice(),
  )
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, at++) {
      const from = (part.top + y) * picture.width + part.left + x
      const cell = Math.floor(y / scale) * grid.width + Math.floor(x / scale)
      const { u, v } = pixelToHead(frame, part.left + x, part.top + y)
      const kind = kinds[from]!
      if (kind === BEHIND_HAIR.skin || kind === BEHIND_HAIR.ear) wanted[at] = 1
      if (kind >= BEHIND_HAIR.skin) conduction[cell] = 1
      if (kind !== 0 || hair.alpha[from]! >= BARE_SHARE || v < UNCOVERED_CLEAN.low) continue
      if (hair.unclearFringe && isForehead(u, v)) continue
      const skin = sampleGrid(regions.skin, regions.grid, part.left + x, part.top + y)
      if (skin <= UNCOVERED_CLEAN.skin) continue
      clean[at] = 1
      conduction[cell] = 1
      const means = near[at]! > UNCOVERED_STAINED.share ? beside : sums
      for (let c = 0; c < 3; c++) means[c]![cell] = means[c]![cell]! + picture.data[4 * from + c]!
      means[3]![cell] = means[3]![cell]! + 1
    }
  }
  const planes = sums.slice(0, 3)
  for (let cell = 0; cell < cells; cell++) {
    const count = sums[3]![cell]!
    if (count === 0) continue
    known[cell] = 1
    for (const plane of planes) plane[cell] = plane[cell]! / count
  }
  if (!known.includes(1)) return under
  solveMembrane(planes, known, grid, conduction, conduction)
  // What shines right up to the hair goes on under it; what is darker there is its shade.
  for (let cell = 0; cell < cells; cell++) {
    const count = beside[3]![cell]!
    if (
      known[cell] ||
      count === 0 ||
      beside[1]![cell]! / count < planes[1]![cell]! - UNCOVERED_SHADED
    )
      continue
    known[cell] = 1
    for (const [c, plane] of planes.entries()) plane[cell] = beside[c]![cell]! / count
  }
  solveMembrane(planes, known, grid, conduction, conduction)
  const soft = withArena(() =>
    blur(wanted, part, Math.max(1, UNCOVERED_EDGE.sigma * frame.faceWidth)).slice(),
  )
  // Only where hair comes off beside it.
  const reach = withArena(() =>
    blur(wanted, part, UNCOVERED_STAINED.sigma * frame.faceWidth).slice(),
  ).map((share) => smoothstep(UNCOVERED_STAINED.none, UNCOVERED_STAINED.all, share))
  const random = seededRandom()
  const data = new Uint8ClampedArray(under.data)
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, at++) {
      // Inside the hole the fill alone shows; around it, where skin is known, it fades.
      const edge = clean[at]! * smoothstep(UNCOVERED_EDGE.from, UNCOVERED_EDGE.to, soft[at]!)
      const stained =
        clean[at]! * smoothstep(0, 4 * UNCOVERED_STAINED.share, near[at]! * reach[at]!)
      if (wanted[at] === 0 && edge === 0 && stained === 0) continue
      const grain = 3 * (random() - random())
      const made = planes.map((plane) =>
        sampleClamped(plane, grid, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5),
      )
      const darker = (made[1]! - data[4 * at + 1]!) / UNCOVERED_STUBBLE
      const share = Math.max(wanted[at]!, edge, stained * Math.min(1, Math.max(0, darker)))
      for (const [c, level] of made.entries()) {
        const own = data[4 * at + c]!
        data[4 * at + c] = own + share * (level + grain - own)
      }
    }
  }
  return { ...under, data }
}
