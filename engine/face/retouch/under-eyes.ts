import { allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/paint-polygon.ts'
import type { Point } from '../../raster/picture.ts'
import { type FaceRegion, landmarkPath } from '../face-region.ts'
import type { SkinMasks } from '../skin-masks.ts'
import { cropRowsAround } from './crop-rows.ts'
import type { RetouchState } from './retouch-state.ts'

/** The mesh's two rows below each eye, from the outer to the inner corner: beside the lid, and where the cheek begins. */
const ROWS = [
  {
    lid: [255, 339, 254, 253, 252, 256, 341, 463],
    cheek: [340, 346, 347, 348, 349, 350, 357, 465],
  },
  { lid: [25, 110, 24, 23, 22, 26, 112, 243], cheek: [111, 117, 118, 119, 120, 121, 128, 245] },
] as const

/** How far below the second row, in widths of the face, a shadow or bag may reach. */
const REACH_BELOW = 0.035

/** How far from the places under the eyes the skin counts that they are led to, in widths of the face. */
const AROUND = 0.21

/** The rows of a face that a treatment under its eyes looks at; undefined where none is on the canvas. */
export function cropRowsUnderEyes(patient: RetouchState): RetouchState | undefined {
  const places = landmarkPath(
    patient.region,
    ROWS.flatMap(({ lid, cheek }) => [...lid, ...cheek]),
  )
  return cropRowsAround(patient, places, AROUND)
}

/** What lies under the left and the right eye: where a shadow or a bag may be, 0–1, softly out before the lashes. */
export function underEyeMasks(canvas: FaceRegion): [Float32Array, Float32Array] {
  const [left, right] = ROWS.map(({ lid, cheek }) => {
    const end = lowered(canvas, landmarkPath(canvas, cheek), REACH_BELOW)
    const plane = allocZeroPlane(canvas.width * canvas.height)
    paintPolygon(plane, canvas, [...landmarkPath(canvas, lid), ...end.reverse()])
    const soft = blur(plane, canvas, 0.014 * canvas.faceWidth)
    fill({ soft })
    return soft
  })
  return [left!, right!]
}

const fill = formula({ planes: ['soft'] }, 'soft = min(1, 1.25 * soft)')

function lowered({ up, faceWidth }: FaceRegion, row: readonly Point[], by: number): Point[] {
  return row.map(({ x, y }) => ({ x: x - up.x * by * faceWidth, y: y - up.y * by * faceWidth }))
}

/**
 * The bare face, shadows under the eyes included, however dark they make the skin; not what is darker than any shadow
 * there, such as the frame of glasses.
 */
export function uncoveredFaceMask(
  { lab, ...canvas }: FaceRegion,
  { bare, typical }: SkinMasks,
): Float32Array {
  const near = blur(lab.l, canvas, 0.004 * canvas.faceWidth)
  uncover({ near, bare }, { slack: 10 + 0.3 * typical.l, typical: typical.l })
  return near
}

const uncover = formula(
  { planes: ['near', 'bare'], scalars: ['slack', 'typical'] },
  'near = bare * (1 - smoothstep(slack, 1.4 * slack, typical - near))',
)
