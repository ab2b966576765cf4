import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { averageAlongLines } from '../../raster/filter/average-along-lines.ts'
import { blur } from '../../raster/filter/blur.ts'
import { halveSize } from '../../raster/filter/half-size.ts'
import { lineOrientation, type OrientationField } from '../../raster/filter/line-structure.ts'
import { halfOf, type Planes } from './planes.ts'
import type { Moment, Stage } from './style.ts'
import { drawCarried, type Tile, tileAt } from './tile.ts'
import { STREAKS_FORMS, STREAKS_PASS } from './tuning.ts'

type Triple = [Float32Array, Float32Array, Float32Array]

/** The direction of forms on the grid of the colour planes. @param sigma pixels of the frame that are looked at */
export function formsOf(source: Planes, sigma: number): OrientationField {
  const half = halfOf(source)
  const everywhere = allocPlane(half.width * half.height).fill(1)
  const calm = blur(halveSize(source.y, source, half), half, STREAKS_FORMS.calm * sigma)
  return lineOrientation(calm, everywhere, half, STREAKS_FORMS.direction * sigma)
}

/** Planes of half the frame's size drawn out along forms, `passes` times. */
export function drawOut(
  planes: Triple,
  forms: OrientationField,
  half: Size,
  passes: number,
): Triple {
  const everywhere = allocPlane(half.width * half.height).fill(1)
  let drawn = planes
  for (let pass = 0; pass < passes; pass++) {
    drawn = averageAlongLines(drawn, forms, everywhere, half, STREAKS_PASS)
  }
  return drawn
}

/** A texture that is carried along, at half the frame's size. */
export function carriedSmall(tile: Tile, { carried }: Moment, stage: Stage): Float32Array {
  const whole = allocPlane(stage.width * stage.height)
  drawCarried(carried, stage, whole, (x, y) => tileAt(tile.values, x, y))
  return halveSize(whole, stage, halfOf(stage))
}
