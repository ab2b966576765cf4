import { paintPolygon } from '../../raster/paint-polygon.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { sampleGrid } from '../../regions/region-grid.ts'
import { type Head, onHead } from './head.ts'
import { onSkullDisc, SKULL } from './scalp.ts'

/** What of a person lies before hair, by pixel: how much of it shows, 0–1, and how near the camera it is. */
export type HeadSurface = {
  front: Float32Array
  /** Widths of the face towards the camera from between the eyes. */
  depth: Float32Array
}

/** How near ears, neck and clothes are, and how far a face bends back to its sides, widths of the face. */
const DEPTH = { ear: -0.27, neck: -0.34, cloth: -0.22, nose: 0.04, bent: 0.6, scalp: 0.1 } as const

/** Face, ears, neck and clothes of a person: all but the hair. */
export function frontOf({ picture, frame, regions, hair }: Head): HeadSurface {
  const { width, height } = picture
  const front = new Float32Array(width * height)
  const depth = new Float32Array(width * height)
  const inOval = new Float32Array(width * height)
  paintPolygon(inOval, picture, frame.oval)
  const { area } = regions.grid
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = y * width + x
      const person = sampleGrid(regions.person, regions.grid, x, y)
      // A neck in the shade of the chin is neither told as skin nor as cloth.
      front[at] = Math.max(inOval[at]!, person * (1 - hair.alpha[at]!))
      const { u, v } = onHead(frame, x, y)
      // Hair of the back of the head does not show through the bald skull.
      if (v > 0) front[at] = Math.max(front[at]!, 1 - smoothstep(0.94, 1, onSkullDisc(u, v)))
      if (front[at] === 0) continue
      // Beside the chin the jaw goes over into the neck.
      if (v < -frame.chin + 0.06 + 0.3 * u * u) {
        const cloth = sampleGrid(regions.cloth, regions.grid, x, y)
        const skin = sampleGrid(regions.skin, regions.grid, x, y)
        depth[at] = cloth > skin ? DEPTH.cloth : DEPTH.neck
      } else if (Math.abs(u) > 0.5 && v < 0.2) depth[at] = DEPTH.ear
      else {
        const face = DEPTH.nose - DEPTH.bent * (1 - Math.sqrt(Math.max(0, 1 - (u / 0.505) ** 2)))
        depth[at] = v > 0.3 ? Math.min(face, skullDepth(u, v) - DEPTH.scalp) : face
      }
    }
  }
  return { front, depth }
}

/** How near the skull is to the camera. */
function skullDepth(u: number, v: number): number {
  return SKULL.centre[2] + SKULL.half[2] * Math.sqrt(Math.max(0, 1 - onSkullDisc(u, v)))
}
