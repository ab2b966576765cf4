import type { Picture } from '../../../engine/raster/picture.ts'

/** Where a drawn head is, pixels. */
export type DrawnHead = { x: number; y: number; halfWidth: number; halfHeight: number }

/** How far the nose stands out of the head, and how large it is, in half widths of the head. */
const NOSE = { height: 0.22, below: 0.22, across: 0.16, along: 0.3 } as const

/** The depth of a head in half widths of its face. */
const DEPTH = 1.15

/**
 * Turns a head that is drawn from the front, as if it were an ellipsoid with a nose: each pixel of the turned head
 * shows the drawing's at the same place of the surface.
 * @param turn degrees: yaw to the person's left, pitch upwards
 */
export function turnHead(
  { width, height, data }: Picture,
  { x: cx, y: cy, halfWidth, halfHeight }: DrawnHead,
  { yaw = 0, pitch = 0 }: { yaw?: number; pitch?: number },
): Picture {
  const turned = Uint8ClampedArray.from(data)
  const depth = (u: number, v: number): number => {
    const nose = Math.exp(-((u / NOSE.across) ** 2) - ((v - NOSE.below) / NOSE.along) ** 2)
    return DEPTH * Math.sqrt(Math.max(0, 1 - u * u - v * v)) + NOSE.height * nose
  }
  const [along, by] = yaw !== 0 ? ['u', yaw] : ['v', -pitch]
  const [cos, sin] = [Math.cos((by * Math.PI) / 180), Math.sin((by * Math.PI) / 180)]
  /** The place on the drawing that a place of the turned head shows. */
  const drawnAt = (to: number, other: number): number => {
    const edge = Math.sqrt(Math.max(0, 1 - other * other))
    let from = to * cos - DEPTH * Math.sqrt(Math.max(0, edge * edge - to * to)) * sin
    for (let round = 0; round < 6; round++) {
      const z = along === 'u' ? depth(from, other) : depth(other, from)
      from = 0.5 * from + 0.5 * ((to - z * sin) / cos)
    }
    return Math.min(edge, Math.max(-edge, from))
  }
  for (let y = Math.floor(cy - halfHeight); y < cy + halfHeight; y++) {
    for (let x = Math.floor(cx - halfWidth); x < cx + halfWidth; x++) {
      const [u, v] = [(x - cx) / halfWidth, (y - cy) / halfHeight]
      if (u * u + v * v >= 1 || x < 0 || y < 0 || x >= width || y >= height) continue
      const [fromU, fromV] = along === 'u' ? [drawnAt(u, v), v] : [u, drawnAt(v, u)]
      const column = Math.min(width - 1, Math.max(0, Math.round(cx + fromU * halfWidth)))
      const row = Math.min(height - 1, Math.max(0, Math.round(cy + fromV * halfHeight)))
      const from = (row * width + column) * 4
      turned.set(data.subarray(from, from + 4), (y * width + x) * 4)
    }
  }
  return { width, height, data: turned }
}
