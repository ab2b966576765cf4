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
  copyPixels,
  instantiateKernel,
  withArena,
} from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { labToRgbFormula } from '../../raster/lab.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'
import type { Picture } from '../../raster/picture.ts'
import { BLEND_ROW } from '../../raster/simd/blend-row.ts'

/**
 * A donor face in its place: the picture of its area with it, which lies in the arena, and the levels of red, green and
 * blue of its region.
 */
export type WarpedDonor = FaceRegionGeometry & { warped: Picture; levels: ColourChange }

/**
 * Lays a given face, the tone of which becomes another, over `picture` where the mask says so: each pixel is moved by as many
 * levels as its place on the frame is, so detail finer than the frame stays. What lies elsewhere in `picture`, whose
 * pixels are changed, keeps its bytes.
 */
export function compositeDonor(
  picture: Picture,
  given: WarpedDonor,
  tone: LabPlanes,
  mask: Float32Array,
): void {
  const { area, height, warped } = given
  const blendRow = instantiateKernel(BLEND_ROW)
  withArena(() => {
    const changes = allocPlane(4 * changeStride(given) * height)
    const seen = packChanges(given, tone, mask, changes)
    const row = allocBytes(4 * area.width)
    const rowOfChanges = (y: number): number => addressOf(changes) + 16 * changeStride(given) * y
    for (const { y, left, count, upper, lower, x, step, down } of changedRows(given, seen)) {
      const from = ((area.top + y) * picture.width + area.left + left) * 4
      const over = addressOf(warped.data) + (y * warped.width + left) * 4
      const pixels = picture.data.subarray(from, from + 4 * count)
      copyPixels(row, pixels)
      const [above, below] = [rowOfChanges(upper), rowOfChanges(lower)]
      blendRow(addressOf(row), over, above, below, count, x, step, down)
      copyPixels(pixels, row.subarray(0, 4 * count))
    }
  })
}

/** Lays down by how many levels red, green and blue of each place change, and how much of it is seen. */
function packChanges(
  { levels, ...given }: WarpedDonor,
  { l, a, b }: LabPlanes,
  mask: Float32Array,
  changes: Float32Array,
): ChangedExtent {
  const { width, height } = given
  const stride = 4 * changeStride(given)
  const seen = emptyExtent(given)
  withArena(() => {
    const take = (): Float32Array => allocZeroPlane(l.length)
    const change = { red: take(), green: take(), blue: take() }
    const { red: redOld, green: greenOld, blue: blueOld } = levels
    computeChange({ l, a, b, redOld, greenOld, blueOld, ...change, mask })
    for (let y = 0; y < height; y++) {
      packRow({ ...change, mask }, changes.subarray(stride * y, stride * (y + 1)), width, y, seen)
    }
  })
  return seen
}

const computeChange = formula(
  { planes: ['mask', 'red', 'redOld', 'green', 'greenOld', 'blue', 'blueOld', 'l', 'a', 'b'] },
  `
  where mask > 0
  ${labToRgbFormula('')}
  red = red - redOld
  green = green - greenOld
  blue = blue - blueOld
`,
)

/** Lays a row of changes side by side; beside what is seen one place each is read too. */
function packRow(
  { red, green, blue, mask }: ColourChange & { mask: Float32Array },
  row: Float32Array,
  width: number,
  y: number,
  seen: ChangedExtent,
): void {
  const start = y * width
  let [first, last] = [0, width - 1]
  while (first < width && mask[start + first] === 0) first++
  if (first === width) {
    row.fill(0)
    return
  }
  while (mask[start + last] === 0) last--
  extendTo(seen, first, y)
  extendTo(seen, last, y)
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
