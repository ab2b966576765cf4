import { KNOWN, type Level, TARGET } from '../../fill/level.ts'
import { crossingOf, detectEdges, houghLines, type Line } from '../../fill/straight-lines.ts'
import { boxOfPlane } from '../../geometry/bounding-box.ts'
import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import { distance } from '../../geometry/point.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import {
  LEAST_AWAY,
  LEAST_TURN,
  MOST_LINES,
  PLANE_MEETING,
  PLANE_MISSED,
  SEARCHED_SIDE,
} from './tuning.ts'

/** The plane that a surface lies in, as its vanishing point tells it. */
export type SurfacePlane = {
  vanishing: Point
  /** Whether it recedes up or down the picture, as floors and ceilings do, or to a side, as walls do. */
  recedes: 'vertically' | 'sideways'
  /** Middle of the surface, pixels. */
  middle: Point
}

/**
 * The plane of the surface under a mask: straight lines of the surface that meet in a point, such as the boards of a
 * floor or the courses of a wall, recede; the other direction of the plane is taken to be parallel to the picture.
 * @returns undefined where too few lines meet, or where they are parallel as on what is seen from the front
 */
export function estimatePlane(picture: Picture, mask: Mask): SurfacePlane | undefined {
  const box = boxOfPlane(mask.data, mask)
  if (!box) return
  const { level, factor } = levelOf(picture, mask)
  const lines = houghLines(
    detectEdges(level, level.width + level.height),
    level.width,
    level.height,
  )
  const small = scaled(box, 1 / factor)
  const at = meetingPoint(lines.slice(0, MOST_LINES), middleOf(small))
  if (!at) return
  const vanishing = { x: at.x * factor, y: at.y * factor }
  const middle = middleOf(box)
  const isVertical = Math.abs(vanishing.y - middle.y) > Math.abs(vanishing.x - middle.x)
  const [own, start, length] = isVertical
    ? [vanishing.y, box.top, box.height]
    : [vanishing.x, box.left, box.width]
  const away = LEAST_AWAY * length
  if (own > start - away && own < start + length + away) return
  return { vanishing, middle, recedes: isVertical ? 'vertically' : 'sideways' }
}

/** What the mask covers as known pixels, at a reduced size. */
function levelOf({ width, height, data }: Picture, mask: Mask): { level: Level; factor: number } {
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / SEARCHED_SIDE))
  const [w, h] = [Math.floor(width / factor), Math.floor(height / factor)]
  const rgb = new Uint8ClampedArray(3 * w * h)
  const state = new Uint8Array(w * h).fill(KNOWN)
  for (let y = 0, at = 0; y < h; y++) {
    for (let x = 0; x < w; x++, at++) {
      let [r, g, b] = [0, 0, 0]
      for (let row = factor * y; row < factor * (y + 1); row++) {
        for (let i = row * width + factor * x, n = 0; n < factor; n++, i++) {
          if (mask.data[i]! < 255) state[at] = TARGET
          r += data[4 * i]!
          g += data[4 * i + 1]!
          b += data[4 * i + 2]!
        }
      }
      rgb[3 * at] = r / factor ** 2
      rgb[3 * at + 1] = g / factor ** 2
      rgb[3 * at + 2] = b / factor ** 2
    }
  }
  const confidence = Float32Array.from(state, (is) => (is === KNOWN ? 1 : 0))
  return { level: { width: w, height: h, scale: factor, rgb, state, confidence }, factor }
}

/** The point in which most lines meet, if enough of them do and from directions that differ. */
function meetingPoint(lines: readonly Line[], from: Point): Point | undefined {
  let best: { at: Point; count: number } | undefined
  for (const [n, a] of lines.entries()) {
    for (const b of lines.slice(0, n)) {
      const at = crossingOf(a, b)
      if (!at || Math.abs(at.turn) < LEAST_TURN) continue
      const away = distance(at, from)
      const meeting = lines.filter(
        (line) => Math.abs(at.x * line.cos + at.y * line.sin - line.distance) < PLANE_MISSED * away,
      )
      if (meeting.length <= (best?.count ?? 0) || spreadOf(meeting) < PLANE_MEETING.apart) continue
      best = { at, count: meeting.length }
    }
  }
  const isEnough =
    best && best.count >= PLANE_MEETING.fewest && best.count >= PLANE_MEETING.share * lines.length
  return isEnough ? best!.at : undefined
}

/** The largest angle between two of the lines, radians. */
function spreadOf(lines: readonly Line[]): number {
  let most = 0
  for (const a of lines) {
    for (const b of lines) most = Math.max(most, Math.abs(a.cos * b.sin - a.sin * b.cos))
  }
  return Math.asin(Math.min(1, most))
}

function middleOf({ left, top, width, height }: Box): Point {
  return { x: left + width / 2, y: top + height / 2 }
}

function scaled({ left, top, width, height }: Box, by: number): Box {
  return { left: left * by, top: top * by, width: width * by, height: height * by }
}
