import { formula } from '../../raster/formula.ts'
import type { Point } from '../../raster/picture.ts'
import { zeroPlane } from '../../raster/plane-room.ts'
import { blur } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { rowsAround } from './rows-around.ts'
import type { Patient } from './treatment.ts'

/** The mesh's two rows below each eye, from the outer to the inner corner: beside the lid, and where the cheek begins. */
const ROWS = [
  {
    lid: [255, 339, 254, 253, 252, 256, 341, 463],
    cheek: [340, 346, 347, 348, 349, 350, 357, 465],
  },
  { lid: [25, 110, 24, 23, 22, 26, 112, 243], cheek: [111, 117, 118, 119, 120, 121, 128, 245] },
] as const

/** How far below the second row, in widths of the face, a shadow or bag may reach. */
const END = 0.035

/** How far from the places under the eyes the skin counts that they are led to, in widths of the face. */
const AROUND = 0.21

/** The rows of a face that a treatment under its eyes looks at; undefined where none is on the canvas. */
export function rowsUnderEyes(patient: Patient): Patient | undefined {
  const places = trace(
    patient.canvas,
    ROWS.flatMap(({ lid, cheek }) => [...lid, ...cheek]),
  )
  return rowsAround(patient, places, AROUND)
}

/** What lies under the left and the right eye: where a shadow or a bag may be, 0–1, softly out before the lashes. */
export function underEyes(canvas: Canvas): [Float32Array, Float32Array] {
  const [left, right] = ROWS.map(({ lid, cheek }) => {
    const end = lowered(canvas, trace(canvas, cheek), END)
    const plane = zeroPlane(canvas.width * canvas.height)
    paintPolygon(plane, canvas, [...trace(canvas, lid), ...end.reverse()])
    const soft = blur(plane, canvas, 0.014 * canvas.unit)
    fill({ soft })
    return soft
  })
  return [left!, right!]
}

const fill = formula('soft = min(1, 1.25 * soft)')

function lowered({ up, unit }: Canvas, row: readonly Point[], by: number): Point[] {
  return row.map(({ x, y }) => ({ x: x - up.x * by * unit, y: y - up.y * by * unit }))
}

/**
 * The bare face, shadows under the eyes included, however dark they make the skin; not what is darker than any shadow
 * there, such as the frame of glasses.
 */
export function notCovered(
  { tone, ...canvas }: Canvas,
  { bare, typical }: SkinMasks,
): Float32Array {
  const near = blur(tone.l, canvas, 0.004 * canvas.unit)
  uncover({ near, bare }, { slack: 10 + 0.3 * typical.l, typical: typical.l })
  return near
}

const uncover = formula('near = bare * (1 - smoothstep(slack, 1.4 * slack, typical - near))')
