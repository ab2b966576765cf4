import { smoothstep } from '../../../geometry/smoothstep.ts'
import { paintPolygon } from '../../../raster/mask/paint-polygon.ts'
import { sampleGrid } from '../../../regions/head/region-grid.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { SKULL, squaredSkullRadius } from '../head/scalp.ts'

/** What of a person lies before hair, by pixel: how much of it shows, 0–1, and how near the camera it is. */
export type HeadSurface = {
  front: Float32Array
  /** Widths of the face towards the camera from between the eyes. */
  depth: Float32Array
}

/**
 * How near ears, neck and clothes are, and how far a face bends back to its sides, widths of the face. Loose hair lies
 * over ears: what shows of one between locks has been cut off by them.
 */
const DEPTH = {
  ear: -0.27,
  covered: -0.62,
  neck: -0.34,
  cloth: -0.22,
  nose: 0.04,
  bent: 0.6,
  scalp: 0.1,
} as const

/** Between these heights beside the face short hair goes over into what lies there: whiskers, a beard, an ear. */
const WHISKERS = { from: 0.03, to: -0.15, beside: 0.38 } as const

/**
 * Face, ears, neck and clothes of a person: all but the hair.
 * @param coversEars whether the new hair lies over the ears
 */
export function occludingSurface(
  { picture, frame, regions, hair }: Head,
  coversEars: boolean,
): HeadSurface {
  const { width, height } = picture
  const front = new Float32Array(width * height)
  const depth = new Float32Array(width * height)
  const inOval = new Float32Array(width * height)
  paintPolygon(inOval, picture, frame.oval)
  const halfAt = halfWidths(frame)
  const { area } = regions.grid
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = y * width + x
      const person = sampleGrid(regions.person, regions.grid, x, y)
      // A neck in the shade of the chin is neither told as skin nor as cloth.
      const { u, v } = pixelToHead(frame, x, y)
      const isLow = !coversEars && v < WHISKERS.from && Math.abs(u) > WHISKERS.beside
      const worn = isLow ? smoothstep(WHISKERS.to, WHISKERS.from, v) : 1
      front[at] = Math.max(inOval[at]!, person * (1 - worn * hair.alpha[at]!))
      // Hair of the back of the head does not show through the bald skull.
      if (v > 0) front[at] = Math.max(front[at]!, 1 - smoothstep(0.94, 1, squaredSkullRadius(u, v)))
      if (front[at] === 0) continue
      // Beside the chin the jaw goes over into the neck.
      if (v < -frame.chin + 0.06 + 0.3 * u * u) {
        const cloth = sampleGrid(regions.cloth, regions.grid, x, y)
        const skin = sampleGrid(regions.skin, regions.grid, x, y)
        depth[at] = cloth > skin ? DEPTH.cloth : DEPTH.neck
      } else if (Math.abs(u) > 0.5 && v < 0.2) depth[at] = coversEars ? DEPTH.covered : DEPTH.ear
      else {
        const aside = u / Math.max(0.1, halfAt(v, u))
        const face = DEPTH.nose - DEPTH.bent * (1 - Math.sqrt(Math.max(0, 1 - aside * aside)))
        depth[at] = v > 0.3 ? Math.min(face, skullDepth(u, v) - DEPTH.scalp) : face
      }
    }
  }
  return { front, depth }
}

/** Heights at which the half width of a face is kept: how many to a width of the face, and the lowest. */
const ROWS = { fine: 50, lowest: -1.2, count: 110 } as const

/** The half width of a face at a height, on the side of `u`: a jaw is narrower than the temples. */
function halfWidths(frame: Head['frame']): (v: number, u: number) => number {
  const sides = [new Float32Array(ROWS.count), new Float32Array(ROWS.count)] as const
  const rowOf = (v: number): number =>
    Math.min(ROWS.count - 1, Math.max(0, Math.round((v - ROWS.lowest) * ROWS.fine)))
  const places = frame.oval.map(({ x, y }) => pixelToHead(frame, x, y))
  for (const [n, from] of places.entries()) {
    const to = places[(n + 1) % places.length]!
    const steps = 2 + Math.ceil(2 * ROWS.fine * Math.abs(to.v - from.v))
    for (let step = 0; step <= steps; step++) {
      const u = from.u + (step / steps) * (to.u - from.u)
      const row = rowOf(from.v + (step / steps) * (to.v - from.v))
      const side = sides[u < 0 ? 0 : 1]
      side[row] = Math.max(side[row]!, Math.abs(u))
    }
  }
  return (v, u) => sides[u < 0 ? 0 : 1][rowOf(v)]!
}

/** How near the skull is to the camera. */
function skullDepth(u: number, v: number): number {
  return SKULL.centre[2] + SKULL.half[2] * Math.sqrt(Math.max(0, 1 - squaredSkullRadius(u, v)))
}
