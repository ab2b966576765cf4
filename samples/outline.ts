import type { Point } from './scene.ts'

/** Points as objects, as pairs, or as text of the form `x,y x,y ...`. */
type Points = string | readonly (Point | readonly [number, number])[]

function at(value: number) {
  return value.toFixed(2)
}

/** Path data of a smooth closed curve through the points (Catmull-Rom spline). Less tension is straighter. */
export function closedCurve(along: Points, tension = 1): string {
  const points = pointsOf(along)
  const n = points.length
  const parts = [`M${at(points[0]!.x)} ${at(points[0]!.y)}`]
  for (let i = 0; i < n; i++) {
    parts.push(
      span(
        points[(i + n - 1) % n]!,
        points[i]!,
        points[(i + 1) % n]!,
        points[(i + 2) % n]!,
        tension,
      ),
    )
  }
  return `${parts.join('')}Z`
}

/** Path data of a smooth open curve through the points. */
export function openCurve(along: Points, tension = 1): string {
  const points = pointsOf(along)
  const n = points.length
  const parts = [`M${at(points[0]!.x)} ${at(points[0]!.y)}`]
  for (let i = 0; i + 1 < n; i++) {
    parts.push(
      span(
        points[Math.max(0, i - 1)]!,
        points[i]!,
        points[i + 1]!,
        points[Math.min(n - 1, i + 2)]!,
        tension,
      ),
    )
  }
  return parts.join('')
}

function span(before: Point, from: Point, to: Point, after: Point, tension: number): string {
  const k = tension / 6
  const a = { x: from.x + (to.x - before.x) * k, y: from.y + (to.y - before.y) * k }
  const b = { x: to.x - (after.x - from.x) * k, y: to.y - (after.y - from.y) * k }
  return `C${at(a.x)} ${at(a.y)} ${at(b.x)} ${at(b.y)} ${at(to.x)} ${at(to.y)}`
}

/** The points of any of the three forms. */
export function pointsOf(given: Points): Point[] {
  const pairs = typeof given === 'string' ? given.split(' ').map(readPair) : given
  return pairs.map((pair) => ('x' in pair ? pair : { x: pair[0], y: pair[1] }))
}

function readPair(text: string): [number, number] {
  const [x, y] = text.split(',').map(Number)
  return [x!, y!]
}

/** The right half of an outline, top to bottom, closed by its mirror image about x = 0. */
export function mirroredOutline(half: Points): Point[] {
  const right = pointsOf(half)
  const left = right.filter((p) => p.x !== 0).reverse()
  return [...right, ...left.map((p) => ({ x: -p.x, y: p.y }))]
}

/** A point of a limb's spine with its half widths. `inner` is on the left when walking down the spine. */
export type Section = { at: Point; inner: number; outer: number }

/** The closed outline of a limb with a rounded end. */
export function limbOutline(sections: Section[]): Point[] {
  const inner: Point[] = []
  const outer: Point[] = []
  sections.forEach((section, i) => {
    const from = sections[Math.max(0, i - 1)]!.at
    const to = sections[Math.min(sections.length - 1, i + 1)]!.at
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
    const across = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length }
    inner.push({
      x: section.at.x + across.x * section.inner,
      y: section.at.y + across.y * section.inner,
    })
    outer.push({
      x: section.at.x - across.x * section.outer,
      y: section.at.y - across.y * section.outer,
    })
  })
  return [...outer, ...inner.reverse()]
}

/** The point at `share` (0-1) of the way from one point to another. */
export function pointBetween(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
