import { distance, type Point, pointBetween } from './point.ts'

/** The length of a polyline. */
export function polylineLength(line: readonly Point[]): number {
  let length = 0
  for (let i = 1; i < line.length; i++) length += distance(line[i - 1]!, line[i]!)
  return length
}

/** A polyline as `count` points at equal distances along it, its ends among them. */
export function resamplePolyline(line: readonly Point[], count: number): Point[] {
  const step = polylineLength(line) / (count - 1)
  const out: Point[] = [line[0]!]
  let [walked, i] = [0, 1]
  for (let n = 1; n < count - 1; n++) {
    while (i < line.length - 1 && walked + distance(line[i - 1]!, line[i]!) < n * step) {
      walked += distance(line[i - 1]!, line[i]!)
      i++
    }
    const part = distance(line[i - 1]!, line[i]!)
    out.push(pointBetween(line[i - 1]!, line[i]!, part === 0 ? 0 : (n * step - walked) / part))
  }
  out.push(line.at(-1)!)
  return out
}

/** The points of a line that lead on towards its end: steps back, as noise makes them, are left out. */
export function withoutSteppingBack(line: readonly Point[]): Point[] {
  const [from, to] = [line[0]!, line.at(-1)!]
  const length = distance(from, to) || 1
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  let reached = 0
  const kept = line.slice(1, -1).filter(({ x, y }) => {
    const along = (x - from.x) * dx + (y - from.y) * dy
    if (along <= reached || along >= length) return false
    reached = along
    return true
  })
  return [from, ...kept, to]
}

/** How far a point lies beside a line, at its right when y grows downwards. */
export function beside(from: Point, to: Point, { x, y }: Point): number {
  const length = distance(from, to) || 1
  return ((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)) / length
}

/** The y of a polyline at an x, the mean where it has several; undefined beside it. */
export function heightAt(line: readonly Point[], x: number): number | undefined {
  let [sum, count] = [0, 0]
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    if (x < Math.min(a.x, b.x) || x > Math.max(a.x, b.x)) continue
    sum += a.x === b.x ? (a.y + b.y) / 2 : a.y + ((x - a.x) * (b.y - a.y)) / (b.x - a.x)
    count++
  }
  return count === 0 ? undefined : sum / count
}
