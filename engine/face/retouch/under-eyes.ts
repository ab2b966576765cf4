import type { Point } from '../../geometry/point.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { type FaceRegion, landmarkPath } from '../face-region.ts'
import type { SkinMasks } from '../skin-masks.ts'
import {
  UNDER_EYES_AROUND,
  UNDER_EYES_BELOW,
  UNDER_EYES_COVERS,
  UNDER_EYES_EDGE,
  UNDER_EYES_RIM,
} from '../tuning.ts'
import { cropRowsAround, type RetouchState } from './retouch-state.ts'

/**
 * The two rows of landmarks below each eye, from the outer to the inner corner: along the lid, and where the cheek
 * begins.
 */
const ROWS = [
  {
    lid: [255, 339, 254, 253, 252, 256, 341, 463],
    cheek: [340, 346, 347, 348, 349, 350, 357, 465],
  },
  { lid: [25, 110, 24, 23, 22, 26, 112, 243], cheek: [111, 117, 118, 119, 120, 121, 128, 245] },
] as const

/** The rows of a face that filters under its eyes read; undefined where none is in the region. */
export function cropRowsUnderEyes(state: RetouchState): RetouchState | undefined {
  const points = landmarkPath(
    state.region,
    ROWS.flatMap(({ lid, cheek }) => [...lid, ...cheek]),
  )
  return cropRowsAround(state, points, UNDER_EYES_AROUND)
}

/**
 * Masks, 0–1, of where a shadow or a bag may be under the left and the right eye. They end softly before the lashes.
 */
export function underEyeMasks(region: FaceRegion): [Float32Array, Float32Array] {
  const [left, right] = ROWS.map(({ lid, cheek }) => {
    const end = lowered(region, landmarkPath(region, cheek), UNDER_EYES_BELOW)
    const plane = allocZeroPlane(region.width * region.height)
    paintPolygon(plane, region, [...landmarkPath(region, lid), ...end.reverse()])
    const soft = blur(plane, region, UNDER_EYES_EDGE.sigma * region.faceWidth)
    fill({ soft })
    return soft
  })
  return [left!, right!]
}

const fill = formula({ planes: ['soft'] }, `soft = min(1, ${UNDER_EYES_EDGE.times} * soft)`)

function lowered({ up, faceWidth }: FaceRegion, row: readonly Point[], by: number): Point[] {
  return row.map(({ x, y }) => ({ x: x - up.x * by * faceWidth, y: y - up.y * by * faceWidth }))
}

/**
 * A mask, 0–1, of the face without what covers it and without the rim in which both mix. Shadows under the eyes are
 * part of it, however dark they are; what is darker than any such shadow is not, for example frames of glasses.
 */
export function uncoveredFaceMask(
  { lab, ...region }: FaceRegion,
  { bare, typical }: SkinMasks,
): Float32Array {
  const near = blur(lab.l, region, UNDER_EYES_COVERS.sigma * region.faceWidth)
  findCovers(
    { near },
    { slack: UNDER_EYES_COVERS.least + UNDER_EYES_COVERS.byLight * typical.l, typical: typical.l },
  )
  const covered = blur(near, region, UNDER_EYES_RIM * region.faceWidth)
  uncover({ covered, bare })
  return covered
}

const findCovers = formula(
  { planes: ['near'], scalars: ['slack', 'typical'] },
  `near = smoothstep(slack, ${UNDER_EYES_COVERS.ends} * slack, typical - near)`,
)

const uncover = formula(
  { planes: ['covered', 'bare'] },
  `covered = bare * (1 - smoothstep(${UNDER_EYES_COVERS.from}, ${UNDER_EYES_COVERS.to}, covered))`,
)
