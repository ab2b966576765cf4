import type { Displacement } from '../../../raster/displacement.ts'
import { footOf } from './centreline.ts'
import type { Section, Side } from './section.ts'

/** How much wider a side of a section becomes: 0.1 is a tenth of its half-width, negative narrows. */
export type Widen = (section: Section, side: 'plus' | 'minus') => number

type Widening = { plus: number; minus: number }

/** Where the outline goes at each section (pixels, outwards positive), both sides, evened along the part. */
function outlineMoves(sections: Section[], widen: Widen): Widening[] {
  const raw = sections.map((section) => {
    const { plus, minus } = section
    const wish = { plus: widen(section, 'plus'), minus: widen(section, 'minus') }
    const span = plus.edge + minus.edge
    const move = (side: Side, other: Side, s: number) =>
      !side.open ? 0 : s * side.free * (other.open ? side.edge : span)
    return {
      plus: limitMove(plus, move(plus, minus, wish.plus)),
      minus: limitMove(minus, move(minus, plus, wish.minus)),
    }
  })
  let even = raw
  for (let pass = 0; pass < 3; pass++) {
    even = even.map((_, i) => {
      const near = even.slice(Math.max(0, i - 2), i + 3)
      const mean = (key: 'plus' | 'minus') => near.reduce((sum, n) => sum + n[key], 0) / near.length
      return { plus: mean('plus'), minus: mean('minus') }
    })
  }
  return even.map((e, i) => ({
    plus: limitMove(sections[i]!.plus, e.plus),
    minus: limitMove(sections[i]!.minus, e.minus),
  }))
}

/** A widened part stops short of what stands beside it; a narrowed one keeps some body. */
function limitMove(side: Side, move: number): number {
  return Math.max(-0.6 * side.edge, Math.min(move, 0.7 * Math.max(0, side.gap - side.hold)))
}

/**
 * Adds to `field` what changes a part's width by `widen`. Across a section the picture is stretched evenly between
 * the two outlines; past the outline what touches it moves along, and then the move fades out.
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
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      const x = i * step
      const y = j * step
      if (x < bounds.left || x > bounds.right || y < bounds.top || y > bounds.bottom) continue
      const { index, f, u, distance } = footOf(line, x, y)
      const mix = (pick: (k: number) => number) => pick(index) * (1 - f) + pick(index + 1) * f
      const a = mix((k) => moves[k]!.plus)
      const b = mix((k) => moves[k]!.minus)
      if (Math.abs(a) + Math.abs(b) < 1e-3 || distance > Math.abs(u) + scale * 0.02) continue
      const side = (key: 'edge' | 'hold' | 'gap', which: 'plus' | 'minus') =>
        mix((k) => sections[k]![which][key])
      const d = moveAcross(u, a, b, side, scale)
      const k = j * cols + i
      dx[k] = dx[k]! + d * mix((n) => line[n]!.nx)
      dy[k] = dy[k]! + d * mix((n) => line[n]!.ny)
    }
  }
}

function moveAcross(
  u: number,
  a: number,
  b: number,
  side: (key: 'edge' | 'hold' | 'gap', which: 'plus' | 'minus') => number,
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
  const room = side('gap', which) - side('hold', which) - move
  const start = side('hold', which) + move + Math.min(0.02 * scale, 0.3 * Math.max(0, room))
  const end = Math.min(
    start + Math.max(2.5 * Math.abs(move), 0.08 * scale),
    Math.max(start + 1, side('gap', which)),
  )
  const f = Math.min(1, Math.max(0, (Math.abs(u) - start) / (end - start)))
  return -Math.sign(u) * move * (1 - f)
}

function boundsOf(sections: Section[], moves: Widening[], scale: number) {
  let [left, top, right, bottom] = [1e9, 1e9, -1e9, -1e9]
  for (const [i, { station, plus, minus }] of sections.entries()) {
    const move = Math.max(Math.abs(moves[i]!.plus), Math.abs(moves[i]!.minus))
    if (move === 0) continue
    const r = Math.max(plus.hold, minus.hold) + 3.5 * move + 0.12 * scale
    left = Math.min(left, station.x - r)
    right = Math.max(right, station.x + r)
    top = Math.min(top, station.y - r)
    bottom = Math.max(bottom, station.y + r)
  }
  return { left, top, right, bottom }
}
