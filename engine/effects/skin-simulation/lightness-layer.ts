import type { FaceRegionGeometry } from '../../face/face-region.ts'
import type { RetouchState } from '../../face/retouch/retouch-state.ts'
import { withArena } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { doubleSize } from '../../raster/half-size.ts'

/** A face's lightness by now and as it came, and where its skin is, each on one canvas. */
export type LightnessLayer = {
  geometry: FaceRegionGeometry
  l: Float32Array
  original: Float32Array
  clear: Float32Array
}

/** Changes a face's lightness by now on the largest canvas it has. */
export function editWithDetailBand(
  patient: RetouchState,
  treat: (lightness: LightnessLayer) => void,
): void {
  const { region, masks, lab, detailBand } = patient
  if (!detailBand) {
    treat(lightnessLayerOf(patient))
    return
  }
  withArena(() => {
    const { geometry, current } = detailBand
    const enlarged = (plane: Float32Array): Float32Array => doubleSize(plane, region, geometry)
    const [broad, l, came] = [enlarged(lab.l), enlarged(lab.l), enlarged(region.lab.l)]
    addDetail({ l, detail: current, came, before: detailBand.original })
    treat({ geometry, l, original: came, clear: enlarged(masks.clear) })
    extractDetail({ detail: current, l, broad })
  })
}

/** The same on the canvas where all that is broad is treated. */
export function lightnessLayerOf({ region, masks, lab }: RetouchState): LightnessLayer {
  return {
    geometry: region,
    l: lab.l,
    original: region.lab.l,
    clear: masks.clear,
  }
}

const addDetail = formula(
  { planes: ['l', 'detail', 'came', 'before'] },
  `
  l = l + detail
  came = came + before
`,
)

const extractDetail = formula({ planes: ['detail', 'l', 'broad'] }, 'detail = l - broad')
