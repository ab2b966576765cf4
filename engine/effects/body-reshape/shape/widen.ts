import type { Displacement } from '../../../raster/warp/displacement.ts'
import {
  MAX_NARROWING,
  SMOOTHING_PASSES,
  WIDEN_BESIDE,
  WIDEN_FADE,
  WIDEN_MAX_ROOM_SHARE,
} from '../tuning.ts'
import { footOf } from './centreline.ts'
import type { Section, Side } from './section.ts'

/** How much wider a side of a section becomes, as a share of its half-width; negative narrows. */
export type Widen = (section: Section, side: 'plus' | 'minus') => number

/** How far the outline moves on both sides of a section, in pixels, outwards positive. */
type Widening = { plus: number; minus: number }

/** The moves of the outline at each section, smoothed along the part. */
function outlineMoves(sections: Section[], widen: Widen): Widening[] {
  const raw = sections.map((section) => {
    const { plus, minus } = section
    const share = { plus: widen(section, 'plus'), minus: widen(section, 'minus') }
    const span = plus.edge + minus.edge
    const move = (side: Side, other: Side, s: number) =>
      !side.open ? 0 : s * side.freedom * (other.open ? side.edge : span)
    return {
      plus: limitMove(plus, move(plus, minus, share.plus)),
      minus: limitMove(minus, move(minus, plus, share.minus)),
    }
  })
  let smooth = raw
  for (let pass = 0; pass < SMOOTHING_PASSES; pass++) {
    smooth = smooth.map((_, i) => {
      const near = smooth.slice(Math.max(0, i - 2), i + 3)
      const mean = (key: 'plus' | 'minus') => near.reduce((sum, n) => sum + n[key], 0) / near.length
      return { plus: mean('plus'), minus: mean('minus') }
    })
  }
  return smooth.map((move, i) => ({
    plus: limitMove(sections[i]!.plus, move.plus),
    minus: limitMove(sections[i]!.minus, move.minus),
  }))
}

/** Limits a move so that a widened part stops short of the next obstacle and a narrowed one keeps some of itself. */
function limitMove(side: Side, move: number): number {
  const room = Math.max(0, side.obstacle - side.contact)
  return Math.max(-MAX_NARROWING * side.edge, Math.min(move, WIDEN_MAX_ROOM_SHARE * room))
}

/**
 * Adds to a field the displacement that changes a part's width by `widen`, in place. Across a section the picture is
 * stretched evenly between the two outlines. Past the outline things that touch it move along, then the move fades out.
 * @param scale of the body, pixels
 */
export function addWidening(
  field: Displacement,
  sections: Section[],
  widen: Widen,
  scale: number,
): void {
  const moves = outlineMoves(sections, widen)
  if (moves.every((m) => m.plus === 0 && m.minus === 0)) return
  const line = sections.map((s) => s.station)
  const bounds = boundsOf(sections, moves, scale)
  const { step, cols, rows, dx, dy } = field
  const moveNode = (k: number, x: number, y: number): void => {
    const { index, f, u, distance } = footOf(line, x, y)
    const mix = (pick: (k: number) => number) => pick(index) * (1 - f) + pick(index + 1) * f
    const a = mix((k) => moves[k]!.plus)
    const b = mix((k) => moves[k]!.minus)
    if (Math.abs(a) + Math.abs(b) < 1e-3 || distance > Math.abs(u) + scale * WIDEN_BESIDE) return
    const side = (key: Measure, which: 'plus' | 'minus') => mix((k) => sections[k]![which][key])
    const d = moveAcross(u, a, b, side, scale)
    dx[k] = dx[k]! + d * mix((n) => line[n]!.nx)
    dy[k] = dy[k]! + d * mix((n) => line[n]!.ny)
  }
  for (let j = 0; j < rows; j++) {
    const y = j * step
    if (y < bounds.top || y > bounds.bottom) continue
    for (let i = 0; i < cols; i++) {
      const x = i * step
      if (x >= bounds.left && x <= bounds.right) moveNode(j * cols + i, x, y)
    }
  }
}

type Measure = 'edge' | 'contact' | 'obstacle' | 'beyond' | 'carry'

/**
 * The displacement along the normal, in pixels, at the signed distance `u` from the centreline.
 * @param a move of the outline along the normal, outwards
 * @param b move of the outline on the other side, outwards
 * @param side measures of the section here
 */
function moveAcross(
  u: number,
  a: number,
  b: number,
  side: (key: Measure, which: 'plus' | 'minus') => number,
  scale: number,
): number {
  const right = side('edge', 'plus')
  const left = side('edge', 'minus')
  if (u <= right + a && u >= -(left + b)) {
    const from = -left + ((u + left + b) * (left + right)) / (left + right + a + b)
    return from - u
  }
  const which = u > 0 ? 'plus' : 'minus'
  const move = u > 0 ? a : b
  const free = moveBeyond(u, move, side('contact', which), side('obstacle', which), scale)
  const carry = side('carry', which)
  if (carry === 0) return free
  const carried = moveBeyond(u, move, side('beyond', which), Number.POSITIVE_INFINITY, scale)
  return free + carry * (carried - free)
}

/**
 * The displacement past an outline that moves by `move`: what touches it up to `contact` moves along, then the move
 * fades out before `obstacle`.
 */
function moveBeyond(
  u: number,
  move: number,
  contact: number,
  obstacle: number,
  scale: number,
): number {
  const room = obstacle - contact - move
  const start =
    contact + move + Math.min(WIDEN_FADE.start * scale, WIDEN_FADE.ofRoom * Math.max(0, room))
  const end = Math.min(
    start + Math.max(WIDEN_FADE.byMove * Math.abs(move), WIDEN_FADE.least * scale),
    Math.max(start + 1, obstacle),
  )
  const f = Math.min(1, Math.max(0, (Math.abs(u) - start) / (end - start)))
  return -Math.sign(u) * move * (1 - f)
}

/** The rectangle, in pixels, outside which a widening moves nothing. */
function boundsOf(sections: Section[], moves: Widening[], scale: number) {
  let [left, top, right, bottom] = [1e9, 1e9, -1e9, -1e9]
  for (const [i, { station, plus, minus }] of sections.entries()) {
    const move = Math.max(Math.abs(moves[i]!.plus), Math.abs(moves[i]!.minus))
    if (move === 0) continue
    const far = (s: Side) => Math.max(s.contact, s.carry > 0 ? s.beyond : 0)
    // As far as moveBeyond goes on.
    const { start, byMove, least } = WIDEN_FADE
    const fade = (1 + byMove) * move + (start + least + WIDEN_BESIDE) * scale
    const r = Math.max(far(plus), far(minus)) + fade
    left = Math.min(left, station.x - r)
    right = Math.max(right, station.x + r)
    top = Math.min(top, station.y - r)
    bottom = Math.max(bottom, station.y + r)
  }
  return { left, top, right, bottom }
}
