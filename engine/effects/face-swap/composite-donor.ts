import {
  type ChangedExtent,
  changedRows,
  changeStride,
  emptyExtent,
  extendTo,
  repeatRowEnds,
} from '../../face/changed-rows.ts'
import type { FaceRegionGeometry } from '../../face/face-region.ts'
import type { ColourChange } from '../../face/repaint.ts'
import {
  addressOf,
  allocBytes,
  allocPlane,
  allocZeroPlane,
  copyBytes,
  instantiateKernel,
  withArena,
} from '../../raster/arena.ts'
import { labToRgbFormula } from '../../raster/colour/lab.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import { BLEND_ROW } from '../../raster/simd/blend-row.ts'

/**
 * A donor warped onto the target's region: the full-size picture of the region's area (in the arena), and the levels of
 * red, green and blue it was sampled to.
 */
export type WarpedDonor = FaceRegionGeometry & { warped: Picture; levels: ColourChange }

/**
 * Composites a warped donor into `picture` by alpha blending with the mask. Each full-size pixel is changed by as many
 * levels as its pixel of the region is, so that detail finer than the region stays.
 * @param picture its pixels are changed; outside the mask they keep their bytes
 * @param lab the colours the donor is to have, on the region
 * @param mask where the donor is seen, on the region, 0–1
 */
export function compositeDonor(
  picture: Picture,
  donor: WarpedDonor,
  lab: LabPlanes,
  mask: Float32Array,
): void {
  const { area, height, warped } = donor
  const blendRow = instantiateKernel(BLEND_ROW)
  withArena(() => {
    const changes = allocPlane(4 * changeStride(donor) * height)
    const extent = packChanges(donor, lab, mask, changes)
    const row = allocBytes(4 * area.width)
    const [to, from, over] = [addressOf(row), addressOf(changes), addressOf(warped.data)]
    const rowOfChanges = (y: number): number => from + 16 * changeStride(donor) * y
    for (const { y, left, count, upper, lower, x, step, down } of changedRows(donor, extent)) {
      const start = 4 * ((area.top + y) * picture.width + area.left + left)
      const pixels = picture.data.subarray(start, start + 4 * count)
      const warpedRow = over + 4 * (y * warped.width + left)
      copyBytes(row, pixels)
      const [above, below] = [rowOfChanges(upper), rowOfChanges(lower)]
      blendRow(to, warpedRow, above, below, count, x, step, down)
      copyBytes(pixels, row.subarray(0, 4 * count))
    }
  })
}

/** Packs the change in levels of red, green and blue of each pixel with its mask, for the kernel to interpolate. */
function packChanges(
  { levels, ...donor }: WarpedDonor,
  { l, a, b }: LabPlanes,
  mask: Float32Array,
  changes: Float32Array,
): ChangedExtent {
  const { width, height } = donor
  const stride = 4 * changeStride(donor)
  const extent = emptyExtent(donor)
  withArena(() => {
    const alloc = (): Float32Array => allocZeroPlane(l.length)
    const change = { red: alloc(), green: alloc(), blue: alloc() }
    const { red: redWarped, green: greenWarped, blue: blueWarped } = levels
    computeChange({ l, a, b, redWarped, greenWarped, blueWarped, ...change, mask })
    for (let y = 0; y < height; y++) {
      packRow({ ...change, mask }, changes.subarray(stride * y, stride * (y + 1)), width, y, extent)
    }
  })
  return extent
}

const computeChange = formula(
  {
    planes: [
      'mask',
      'red',
      'redWarped',
      'green',
      'greenWarped',
      'blue',
      'blueWarped',
      'l',
      'a',
      'b',
    ],
  },
  `
  where mask > 0
  ${labToRgbFormula('')}
  red = red - redWarped
  green = green - greenWarped
  blue = blue - blueWarped
`,
)

/** Packs one row. The kernel also reads one pixel on either side of the extent. */
function packRow(
  { red, green, blue, mask }: ColourChange & { mask: Float32Array },
  row: Float32Array,
  width: number,
  y: number,
  extent: ChangedExtent,
): void {
  const start = y * width
  let [first, last] = [0, width - 1]
  while (first < width && mask[start + first] === 0) first++
  if (first === width) {
    row.fill(0)
    return
  }
  while (mask[start + last] === 0) last--
  extendTo(extent, first, y)
  extendTo(extent, last, y)
  row.fill(0, 0, 4 * first + 4)
  for (let i = start + first, to = 4 * first + 4; i <= start + last; i++, to += 4) {
    row[to] = red[i]!
    row[to + 1] = green[i]!
    row[to + 2] = blue[i]!
    row[to + 3] = mask[i]!
  }
  row.fill(0, 4 * last + 8)
  repeatRowEnds(row, width)
}
