import { inpaint } from '../../fill/inpaint.ts'
import { solveMembrane } from '../../fill/membrane.ts'
import { boxOfPlane } from '../../raster/bounding-box.ts'
import { clampBox, crop } from '../../raster/crop.ts'
import { debugPlane } from '../../raster/debug.ts'
import type { Box, Picture } from '../../raster/picture.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import { sampleGrid } from '../../regions/region-grid.ts'
import { type Head, onHead } from './head.ts'

/** What shows once a head's own hair is off, by pixel. */
export const BEHIND = { nothing: 0, ground: 1, skin: 2, body: 3, ear: 4 } as const

const KIND_NAMES = ['ground', 'skin', 'body', 'ear'] as const

/** The pixels at which a head's own hair shows beside new hair, and what is behind it. */
export type Uncovered = {
  /** One of {@link BEHIND} for each pixel. */
  kinds: Uint8Array
  /** The area of each kind that must be invented, in squares of the face's width. */
  areas: { ground: number; skin: number; body: number; ear: number }
}

/** From this share on a pixel shows own hair, and from this cover on new hair hides it. */
const SHOWS = 0.06
const HIDDEN = 0.97

/** The bald head above the ears: its half width, and how far above the eyes it ends, in widths of the face. */
const SKULL = { half: 0.52, top: 0.8 } as const

/** Finds where a head's own hair shows beside new hair of this share of each pixel. */
export function uncoveredHair(head: Head, cover: Float32Array): Uncovered {
  const { hair, frame, picture, regions } = head
  const { width, height } = picture
  const kinds = new Uint8Array(width * height)
  const unit = frame.faceWidth ** 2
  const areas = { ground: 0, skin: 0, body: 0, ear: 0 }
  const rim = Math.max(2, Math.round(0.012 * frame.faceWidth))
  const own = grown(hair.alpha, width, height, rim)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (own[at]! < SHOWS || cover[at]! >= HIDDEN) continue
      const { u, v } = onHead(frame, x + 0.5, y + 0.5)
      const shown = hair.alpha[at]! * (1 - cover[at]!)
      const inSkull = v > -0.05 && (u / SKULL.half) ** 2 + (v / SKULL.top) ** 2 < 1
      const person = sampleGrid(regions.person, regions.grid, x, y)
      const kind = inSkull
        ? BEHIND.skin
        : Math.abs(u) < 0.68 && v <= 0.12 && v > -0.42
          ? BEHIND.ear
          : v <= -0.42 && person > 0.5
            ? BEHIND.body
            : BEHIND.ground
      kinds[at] = kind
      const name = KIND_NAMES[kind - 1]!
      areas[name] += shown / unit
    }
  }
  debugPlane('own hair that shows', kinds, picture, [0, 4])
  return { kinds, areas }
}

/** The largest value within a square around each pixel. */
function grown(plane: Float32Array, width: number, height: number, by: number): Float32Array {
  const rows = new Float32Array(plane.length)
  const out = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = 0
      for (let n = Math.max(0, x - by); n <= Math.min(width - 1, x + by); n++) {
        most = Math.max(most, plane[y * width + n]!)
      }
      rows[y * width + x] = most
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = 0
      for (let n = Math.max(0, y - by); n <= Math.min(height - 1, y + by); n++) {
        most = Math.max(most, rows[n * width + x]!)
      }
      out[y * width + x] = most
    }
  }
  return out
}

/** The picture without the hair that shows beside the new one: skin continued over the skull, the ground beside it. */
export function removeUncovered(head: Head, { kinds }: Uncovered): Picture {
  const box = boxOfPlane(kinds, head.picture)
  if (!box) return head.picture
  const margin = Math.ceil(0.4 * head.frame.faceWidth)
  const part = clampBox(
    {
      left: box.left - margin,
      top: box.top - margin,
      width: box.width + 2 * margin,
      height: box.height + 2 * margin,
    },
    head.picture,
  )
  const ground = fillGround(head, kinds, part)
  const filled = fillSkin(head, kinds, part, ground)
  const data = new Uint8ClampedArray(head.picture.data)
  for (let y = 0; y < part.height; y++) {
    const row = filled.data.subarray(4 * y * part.width, 4 * (y + 1) * part.width)
    data.set(row, 4 * ((part.top + y) * head.picture.width + part.left))
  }
  return { ...head.picture, data }
}

/** Continues the ground behind hair; the person is no source for it. */
function fillGround(
  { picture, regions, frame, hair }: Head,
  kinds: Uint8Array,
  part: Box,
): Picture {
  const cut = crop(picture, part)
  const occluded = new Uint8Array(part.width * part.height)
  const target = new Uint8Array(part.width * part.height)
  let count = 0
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, at++) {
      const from = (part.top + y) * picture.width + part.left + x
      const person = sampleGrid(regions.person, regions.grid, part.left + x, part.top + y)
      const kind = kinds[from]!
      if (kind === BEHIND.ground || kind === BEHIND.body) {
        target[at] = 1
        count++
      }
      occluded[at] = kind !== 0 || person > 0.1 || hair.alpha[from]! > 0.02 ? 1 : 0
    }
  }
  return count === 0 ? cut : inpaint(cut, occluded, target, 0.25 * frame.faceWidth, { hole: true })
}

/** Continues the skin of the forehead over the skull, with grain as fine as the skin's. */
function fillSkin(
  { picture, regions, frame, hair }: Head,
  kinds: Uint8Array,
  part: Box,
  under: Picture,
): Picture {
  const count = part.width * part.height
  const known = new Uint8Array(count)
  const conduction = new Float32Array(count)
  const planes = [0, 1, 2].map(() => new Float32Array(count))
  let [missing, sources] = [0, 0]
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, at++) {
      const from = (part.top + y) * picture.width + part.left + x
      const { v } = onHead(frame, part.left + x, part.top + y)
      const skin = sampleGrid(regions.skin, regions.grid, part.left + x, part.top + y)
      if (kinds[from]! === BEHIND.skin || kinds[from]! === BEHIND.ear) missing++
      const isSkin = kinds[from] === 0 && skin > 0.85 && hair.alpha[from]! < 0.02 && v > -0.5
      if (isSkin) {
        known[at] = 1
        sources++
      }
      conduction[at] = isSkin || kinds[from]! >= BEHIND.skin ? 1 : 0.01
      for (const [c, plane] of planes.entries()) plane[at] = picture.data[4 * from + c]!
    }
  }
  if (missing === 0 || sources === 0) return under
  solveMembrane(planes, known, part, conduction, conduction)
  const random = seededRandom()
  const data = new Uint8ClampedArray(under.data)
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, at++) {
      const kind = kinds[(part.top + y) * picture.width + part.left + x]!
      if (kind !== BEHIND.skin && kind !== BEHIND.ear) continue
      const grain = 3 * (random() - random())
      for (const [c, plane] of planes.entries()) data[4 * at + c] = plane[at]! + grain
    }
  }
  return { ...under, data }
}
