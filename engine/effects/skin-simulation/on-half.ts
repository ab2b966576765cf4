import { formula } from '../../raster/formula.ts'
import { copyPlane, inPlaneRoom } from '../../raster/plane-room.ts'
import { halved } from '../skin/canvas.ts'
import { double, halve } from '../skin/half-size.ts'
import type { Lightness } from './on-fine.ts'

/** The sigma, in pixels, from which on what is finer than a blur is as well left out at half the size. */
const FINEST = 1.6

/**
 * Changes a lightness by nothing finer than `fine` widths of the face: at half its size, where that is large enough to
 * show it, from where the change is carried over to the skin.
 */
export function onHalf(
  lightness: Lightness,
  fine: number,
  treat: (lightness: Lightness) => void,
): void {
  const { frame, l, came, plain } = lightness
  if (fine * frame.unit < FINEST) {
    treat(lightness)
    return
  }
  inPlaneRoom(() => {
    const half = halved(frame)
    const smaller = (plane: Float32Array): Float32Array => halve(plane, frame, half)
    const change = smaller(l)
    const before = copyPlane(change)
    treat({ frame: half, l: change, came: smaller(came), plain: smaller(plain) })
    subtract({ change, before })
    add({ l, plain, change: double(change, half, frame) })
  })
}

const subtract = formula('change = change - before')

const add = formula(`
  where plain >= 0.004
  l = l + change
`)
