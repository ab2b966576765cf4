import { halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { halfOf, type Planes, type Yuv } from './planes.ts'

/** Lays a colour over another one by its share of each pixel. */
export function mixTwo(cover: Float32Array, paper: Yuv, ink: Yuv, to: Planes): void {
  const half = halveSize(cover, to, halfOf(to))
  lay({ cover, to: to.y }, { paper: paper.y, ink: ink.y })
  lay({ cover: half, to: to.u }, { paper: paper.u, ink: ink.u })
  lay({ cover: half, to: to.v }, { paper: paper.v, ink: ink.v })
}

const lay = formula(
  { planes: ['cover', 'to'], scalars: ['paper', 'ink'] },
  'to = paper + min(1, max(0, cover)) * (ink - paper)',
)
