import { halveGeometry } from '../../face/face-region.ts'
import { copyPlane, withArena } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { doubleSize, halveSize } from '../../raster/half-size.ts'
import type { LightnessLayer } from './lightness-layer.ts'

/** The sigma, in pixels, from which on what is finer than a blur is as well left out at half the size. */
const MIN_SIGMA_TO_HALVE = 1.6

/**
 * Changes a lightness by nothing finer than `fine` widths of the face: at half its size, where that is large enough to
 * show it, from where the change is carried over to the skin.
 */
export function editAtHalfSize(
  lightness: LightnessLayer,
  fine: number,
  treat: (lightness: LightnessLayer) => void,
): void {
  const { geometry, l, original, clear } = lightness
  if (fine * geometry.faceWidth < MIN_SIGMA_TO_HALVE) {
    treat(lightness)
    return
  }
  withArena(() => {
    const half = halveGeometry(geometry)
    const smaller = (plane: Float32Array): Float32Array => halveSize(plane, geometry, half)
    const change = smaller(l)
    const before = copyPlane(change)
    treat({ geometry: half, l: change, original: smaller(original), clear: smaller(clear) })
    subtract({ change, before })
    add({ l, plain: clear, change: doubleSize(change, half, geometry) })
  })
}

const subtract = formula({ planes: ['change', 'before'] }, 'change = change - before')

const add = formula(
  { planes: ['plain', 'l', 'change'] },
  `
  where plain >= 0.004
  l = l + change
`,
)
