import type { Point } from '../../../geometry/point.ts'
import { distance } from '../../../geometry/point.ts'

/**
 * A point on the centreline of a body part, with its unit normal (nx, ny), 90° clockwise of the direction along the
 * line as seen in the picture. `t` says how far along the part it lies, see Part.
 */
export type Station = { x: number; y: number; nx: number; ny: number; t: number }

/**
 * Evenly spaced stations along a polyline whose corners are rounded, so that normals turn gradually (corner cutting,
 * Chaikin 1974).
 * @param marks the `t` of each point; between points it is linear
 */
export function centreline(points: Point[], marks: number[], count: number): Station[] {
  let line = points.map((p, i) => ({ x: p.x, y: p.y, t: marks[i]! }))
  for (let pass = 0; pass < 3; pass++) line = cutCorners(line)
  const lengths = line.map((p, i) => distance(p, line[i - 1] ?? p))
  const total = lengths.reduce((a, b) => a + b, 0)
  const stations: Station[] = []
  let walked = 0
  let k = 1
  for (let n = 0; n < count; n++) {
    const goal = (total * n) / (count - 1)
    while (k < line.length - 1 && walked + lengths[k]! < goal) walked += lengths[k++]!
    const a = line[k - 1]!
    const b = line[k]!
    const f = lengths[k]! > 0 ? Math.min(1, (goal - walked) / lengths[k]!) : 0
    const mix = (p: number, q: number) => p + (q - p) * f
    stations.push({ x: mix(a.x, b.x), y: mix(a.y, b.y), t: mix(a.t, b.t), nx: 0, ny: 0 })
  }
  for (const [i, s] of stations.entries()) {
    const before = stations[Math.max(0, i - 1)]!
    const after = stations[Math.min(count - 1, i + 1)]!
    const length = distance(after, before) || 1
    s.nx = -(after.y - before.y) / length
    s.ny = (after.x - before.x) / length
  }
  return stations
}

/**
 * The foot of a point on a centreline: between the stations `index` and `index + 1`, at the share `f` (0-1) of the way.
 * `u` is the signed distance of the point along the normal, `distance` the distance from the foot, both in pixels.
 */
export type Foot = { index: number; f: number; t: number; u: number; distance: number }

/** The foot of point (x, y) on a centreline: the nearest point of the segments beside the nearest station. */
export function footOf(line: Station[], x: number, y: number): Foot {
  let index = 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < line.length; i++) {
    const s = line[i]!
    const d = (s.x - x) ** 2 + (s.y - y) ** 2
    if (d < least) {
      least = d
      index = i
    }
  }
  const along = (i: number) => {
    const a = line[i]!
    const b = line[i + 1]!
    const dx = b.x - a.x
    const dy = b.y - a.y
    return ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)
  }
  if (index === line.length - 1 || (index > 0 && along(index) < 0)) index--
  const f = Math.min(1, Math.max(0, along(index)))
  const a = line[index]!
  const b = line[index + 1]!
  const mix = (p: number, q: number) => p + (q - p) * f
  const ox = x - mix(a.x, b.x)
  const oy = y - mix(a.y, b.y)
  const u = ox * mix(a.nx, b.nx) + oy * mix(a.ny, b.ny)
  return { index, f, t: mix(a.t, b.t), u, distance: Math.hypot(ox, oy) }
}

type Marked = Point & { t: number }

/** One pass of corner cutting: replaces each corner by points at a quarter and three quarters of its segments. */
function cutCorners(line: Marked[]): Marked[] {
  const out: Marked[] = [line[0]!]
  for (let i = 0; i + 1 < line.length; i++) {
    const a = line[i]!
    const b = line[i + 1]!
    const at = (f: number) => ({
      x: a.x + (b.x - a.x) * f,
      y: a.y + (b.y - a.y) * f,
      t: a.t + (b.t - a.t) * f,
    })
    out.push(at(1 / 4), at(3 / 4))
  }
  out.push(line.at(-1)!)
  return out
}
