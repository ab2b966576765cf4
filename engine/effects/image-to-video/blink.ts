import { sampleClamped } from '../../geometry/sample.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { type Eye, lidHeightAt } from './open-eyes.ts'
import type { Layer } from './scene.ts'
import {
  BLINK_LASHES,
  BLINK_LATER,
  BLINK_LEAST_LID,
  BLINK_MIDDLE,
  BLINK_MOVED,
  BLINK_OVER,
  BLINK_REACH,
  BLINK_SECONDS,
  BLINK_SHADE,
  BLINK_SMOOTHED,
  BLINK_STEEPEST,
  BLINK_STRETCHED,
  BLINKS,
} from './tuning.ts'

/** How far the eyes of the nth person are closed at a time in seconds, 0–1. */
export function closedAt(seconds: number, nth: number): number {
  for (const at of BLINKS) {
    const since = seconds - at - BLINK_LATER * (nth % 4)
    if (since <= 0 || since >= BLINK_SECONDS.closing + BLINK_SECONDS.closed + BLINK_SECONDS.opening)
      continue
    return Math.min(
      smoothstep(0, BLINK_SECONDS.closing, since),
      1 -
        smoothstep(
          BLINK_SECONDS.closing + BLINK_SECONDS.closed,
          BLINK_SECONDS.closing + BLINK_SECONDS.closed + BLINK_SECONDS.opening,
          since,
        ),
    )
  }
  return 0
}

/** A part of a frame with even sides at even places. */
export type Patch = { left: number; top: number; right: number; bottom: number }

/** The part of a frame that an eye's lids move in. */
export function patchOf({ middle, width, brow }: Eye, { width: w, height: h }: Layer): Patch {
  const reach = Math.max(BLINK_REACH * width, ...brow.map(({ y }) => y)) + 2
  const even = (at: number, most: number): number =>
    2 * Math.round(Math.min(most, Math.max(0, at)) / 2)
  return {
    left: even(middle.x - reach, w),
    top: even(middle.y - reach, h),
    right: even(middle.x + reach, w),
    bottom: even(middle.y + reach, h),
  }
}

/**
 * Draws an eye as it is with its lids closed by a share: the skin of the upper lid is drawn down over it from below the
 * brow, with the lashes at its edge. The frame outside the patch is not touched.
 * @param closed 0–1
 */
export function drawBlink(from: Layer, to: Layer, eye: Eye, patch: Patch, closed: number): void {
  warp([from.y], [to.y], from.width, 1, eye, patch, closed)
  warp([from.u, from.v], [to.u, to.v], from.width / 2, 2, eye, patch, closed)
}

function warp(
  planes: readonly Float32Array[],
  outs: readonly Float32Array[],
  stride: number,
  scale: 1 | 2,
  eye: Eye,
  { left, top, right, bottom }: Patch,
  closed: number,
): void {
  const { middle, along, up, width } = eye
  const widest = Math.max(...eye.upper.map(({ x, y }) => y - lidHeightAt(eye.lower, x)))
  for (let y = top / scale; y < bottom / scale; y++) {
    for (let x = left / scale; x < right / scale; x++) {
      const at = y * stride + x
      const [dx, dy] = [(x + 0.5) * scale - middle.x, (y + 0.5) * scale - middle.y]
      const h = dx * up.x + dy * up.y
      const column = columnAt(eye, dx * along.x + dy * along.y, widest, closed)
      const { edge, fix, gone, bare } = column
      if (gone < BLINK_MOVED || h >= fix || h < edge - BLINK_LASHES.below * width - 2) {
        for (const [nth, out] of outs.entries()) out[at] = planes[nth]![at]!
        continue
      }
      // A pixel that the lid's edge goes through shows both.
      const covered = Math.min(1, Math.max(0, (h - edge) / scale + 0.5))
      const above = Math.max(0, h - edge)
      // Above the edge comes skin from above the lashes, ever less displaced towards the brow.
      const power = Math.min(2, Math.max(1, (BLINK_STEEPEST * (fix - edge)) / (gone + bare)))
      const higher = (gone + bare) * (1 - above / (fix - edge)) ** power
      const rim = 1 - smoothstep(BLINK_LASHES.whole, 1, above / (BLINK_LASHES.edge * width))
      const isLuma = scale === 1
      const lashes = isLuma ? column.share * shadeBelow(edge - h, width) : 0
      const shade = isLuma ? BLINK_SHADE * column.share * (1 - above / (fix - edge)) : 0
      const beside =
        BLINK_SMOOTHED.beside * width * Math.min(1, higher / (BLINK_SMOOTHED.whole * width))
      for (const [nth, out] of outs.entries()) {
        const plane = planes[nth]!
        const size = { width: stride, height: plane.length / stride }
        const from = (height: number, aside: number): number =>
          sampleClamped(
            plane,
            size,
            x + (up.x * height + along.x * aside) / scale,
            y + (up.y * height + along.y * aside) / scale,
          )
        const behind = darkened(plane[at]!, lashes)
        const stretched = (from(higher, -beside) + 2 * from(higher, 0) + from(higher, beside)) / 4
        const skin = darkened(stretched, shade)
        const lid = rim > 0 ? skin + (from(gone, 0) - skin) * rim : skin
        out[at] = behind + (lid - behind) * covered
      }
    }
  }
}

/** What happens on a line through an eye, at a place along it. */
type Column = {
  /** Heights: of the lid's edge, and from which on nothing moves. */
  edge: number
  fix: number
  /** How far the edge has come down, and how much lashes and their shadow hide above it where it was. */
  gone: number
  bare: number
  /** How much of the lid's middle this is, 0 at the corners to 1; 0 as long as the eye is open. */
  share: number
}

function columnAt(
  { upper, lower, brow, width }: Eye,
  s: number,
  widest: number,
  closed: number,
): Column {
  const lid = lidHeightAt(upper, s)
  // Outside of the corners lids do not part.
  const open = Math.abs(s) < width / 2 ? Math.max(0, lid - lidHeightAt(lower, s)) : 0
  const fix = lid + BLINK_STRETCHED * Math.max(BLINK_LEAST_LID * width, lidHeightAt(brow, s) - lid)
  const middle = smoothstep(0, BLINK_MIDDLE, open / widest)
  const gone = closed * (open + BLINK_OVER * width * middle)
  const share = middle * Math.min(1, 2 * closed)
  return {
    edge: lid - gone,
    fix,
    gone,
    bare: share * Math.min(BLINK_LASHES.above * width, BLINK_LASHES.mostOfLid * (fix - lid)),
    share,
  }
}

function darkened(level: number, share: number): number {
  return level + (16 - level) * share
}

/** How much lashes darken what is so far below the edge of the lid. */
function shadeBelow(distance: number, width: number): number {
  const far = distance / (BLINK_LASHES.below * width)
  return far < 0 || far > 1 ? 0 : BLINK_LASHES.dark * (1 - far) ** 2
}
