import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { halfOf, type Planes } from './planes.ts'
import { type Colours, simplify } from './simplify.ts'

/**
 * A frame as areas of even colour. They are found at half the size; luma is then enlarged again.
 * @param radius pixels of the frame: smaller things are painted over
 */
export function flatAreas(source: Planes, radius: number, passes = 1): Planes & { small: Colours } {
  const half = halfOf(source)
  let small: Colours = { y: halveSize(source.y, source, half), u: source.u, v: source.v }
  for (let pass = 0; pass < passes; pass++) {
    small = simplify(small, half, Math.max(1, radius / 2))
  }
  const { width, height } = source
  return { width, height, y: doubleSize(small.y, half, source), u: small.u, v: small.v, small }
}
