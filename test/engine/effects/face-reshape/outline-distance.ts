import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'

/**
 * How far a pixel lies outside the oval of a face, in distances of its eyes; negative inside. `unit` is that distance.
 */
export function outlineDistance({
  landmarks,
}: Face): ((x: number, y: number) => number) & { unit: number } {
  const middle = ({ outer, inner }: { outer: number; inner: number }) => ({
    x: (landmarks[outer]!.x + landmarks[inner]!.x) / 2,
    y: (landmarks[outer]!.y + landmarks[inner]!.y) / 2,
  })
  const left = middle(FACE.leftEye)
  const right = middle(FACE.rightEye)
  const unit = Math.hypot(left.x - right.x, left.y - right.y)
  const ring = FACE.oval.map((i) => landmarks[i]!)
  const distance = (x: number, y: number): number => {
    let nearest = Number.POSITIVE_INFINITY
    let inside = false
    for (let k = 0; k < ring.length; k++) {
      const a = ring[k]!
      const b = ring[(k + 1) % ring.length]!
      const [ex, ey] = [b.x - a.x, b.y - a.y]
      const t = Math.min(1, Math.max(0, ((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey)))
      nearest = Math.min(nearest, Math.hypot(a.x + t * ex - x, a.y + t * ey - y))
      if (a.y > y !== b.y > y && x < a.x + ((y - a.y) * ex) / ey) inside = !inside
    }
    return (inside ? -nearest : nearest) / unit
  }
  return Object.assign(distance, { unit })
}
