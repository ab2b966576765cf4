import { sampleClamped } from '../../../geometry/sample.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { paintPolygon } from '../../../raster/mask/paint-polygon.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { squaredSkullRadius } from '../head/scalp.ts'
import {
  OCCLUDER_DEPTH,
  OCCLUDER_EARS,
  OCCLUDER_FACE,
  OCCLUDER_JAW,
  OCCLUDER_ROWS,
  OCCLUDER_SKULL,
  OCCLUDER_WHISKERS,
  SCALP_SKULL,
} from '../tuning.ts'

/** What of a person lies before hair, by pixel: how much of it shows, 0–1, and how near the camera it is. */
export type HeadSurface = {
  front: Float32Array
  /** Widths of the face towards the camera from between the eyes. */
  depth: Float32Array
}

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
      const isLow =
        !coversEars && v < OCCLUDER_WHISKERS.from && Math.abs(u) > OCCLUDER_WHISKERS.beside
      const worn = isLow ? smoothstep(OCCLUDER_WHISKERS.to, OCCLUDER_WHISKERS.from, v) : 1
      front[at] = Math.max(inOval[at]!, person * (1 - worn * hair.alpha[at]!))
      // Hair of the back of the head does not show through the bald skull.
      if (v > 0)
        front[at] = Math.max(
          front[at]!,
          1 - smoothstep(OCCLUDER_SKULL, 1, squaredSkullRadius(u, v)),
        )
      if (front[at] === 0) continue
      // Beside the chin the jaw goes over into the neck.
      if (v < -frame.chin + OCCLUDER_JAW.above + OCCLUDER_JAW.bent * u * u) {
        const cloth = sampleGrid(regions.cloth, regions.grid, x, y)
        const skin = sampleGrid(regions.skin, regions.grid, x, y)
        depth[at] = cloth > skin ? OCCLUDER_DEPTH.cloth : OCCLUDER_DEPTH.neck
      } else if (Math.abs(u) > OCCLUDER_EARS.beside && v < OCCLUDER_EARS.high)
        depth[at] = coversEars ? OCCLUDER_DEPTH.covered : OCCLUDER_DEPTH.ear
      else {
        const aside = u / Math.max(OCCLUDER_FACE.half, halfAt(v, u))
        const face =
          OCCLUDER_DEPTH.nose -
          OCCLUDER_DEPTH.bent * (1 - Math.sqrt(Math.max(0, 1 - aside * aside)))
        depth[at] =
          v > OCCLUDER_FACE.forehead
            ? Math.min(face, skullDepth(u, v) - OCCLUDER_DEPTH.scalp)
            : face
      }
    }
  }
  return { front, depth }
}

/**
 * The half width of a face at a height, on the side of `u`: a jaw is narrower than the temples. Between the heights it
 * is kept at it goes over from one to the next.
 */
function halfWidths(frame: Head['frame']): (v: number, u: number) => number {
  const sides = [
    new Float32Array(OCCLUDER_ROWS.count),
    new Float32Array(OCCLUDER_ROWS.count),
  ] as const
  const rowOf = (v: number): number =>
    Math.min(
      OCCLUDER_ROWS.count - 1,
      Math.max(0, Math.round((v - OCCLUDER_ROWS.lowest) * OCCLUDER_ROWS.fine)),
    )
  const places = frame.oval.map(({ x, y }) => pixelToHead(frame, x, y))
  for (const [n, from] of places.entries()) {
    const to = places[(n + 1) % places.length]!
    const steps = 2 + Math.ceil(2 * OCCLUDER_ROWS.fine * Math.abs(to.v - from.v))
    for (let step = 0; step <= steps; step++) {
      const u = from.u + (step / steps) * (to.u - from.u)
      const row = rowOf(from.v + (step / steps) * (to.v - from.v))
      const side = sides[u < 0 ? 0 : 1]
      side[row] = Math.max(side[row]!, Math.abs(u))
    }
  }
  return (v, u) => {
    const along = (v - OCCLUDER_ROWS.lowest) * OCCLUDER_ROWS.fine
    return sampleClamped(sides[u < 0 ? 0 : 1], { width: OCCLUDER_ROWS.count, height: 1 }, along, 0)
  }
}

/** How near the skull is to the camera. */
function skullDepth(u: number, v: number): number {
  return (
    SCALP_SKULL.centre[2] +
    SCALP_SKULL.half[2] * Math.sqrt(Math.max(0, 1 - squaredSkullRadius(u, v)))
  )
}
