import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { type Roi, roiAround } from '../input/roi.ts'
import { pyramidLevelFor, sampleRoiInto } from '../input/sample-roi.ts'
import { withTensorBuffer } from '../input/tensor-pool.ts'
import { MIN_RELATIVE_SCORE, SAME_FACE_OVERLAP, SECOND_STAGE_SCALE } from '../tuning.ts'
import type { ResizableNet } from '../vision.ts'
import type { Detection } from './detection.ts'
import { dropDuplicates } from './non-maximum-suppression.ts'
import { CONFIDENT_SCORE, type Detector, detectInTensor } from './run-detector.ts'

/** The side of one crop in input pixels, and how many crops stand beside each other in a mosaic. */
const CROP_SIDE = 40
const COLUMNS = 4

/**
 * The mosaics. There are two sizes only, because the network is compiled for each; their sides are multiples of 32.
 * `cells` lists the cells of a mosaic, counted row by row, in the order in which crops fill them. The strongest
 * candidates come first: near the sides of a mosaic, above all the left one, fewer faces are found.
 */
const MOSAICS = [
  { inputSize: { width: 160, height: 96 }, cells: [1, 2, 5, 6, 3, 7, 0, 4] },
  {
    inputSize: { width: 160, height: 160 },
    cells: [5, 6, 1, 2, 9, 10, 13, 14, 7, 11, 3, 15, 4, 8, 0, 12],
  },
] as const
const MAX_CROPS = MOSAICS[1].cells.length

/**
 * The second stage of detection: crops around weak candidates, side by side in one mosaic, are given to the detector
 * at a higher resolution.
 * @param weakCandidates of the first stage, best first; the strongest {@link MAX_CROPS} get a crop
 * @param known objects found before, which are not returned again
 * @returns the new detections with at least {@link CONFIDENT_SCORE}, best first
 */
export async function detectInSecondStageCrops(
  detector: Detector,
  pyramid: Pyramid,
  weakCandidates: readonly Detection[],
  net: ResizableNet,
  known: readonly Detection[],
): Promise<Detection[]> {
  const crops = weakCandidates
    .slice(0, MAX_CROPS)
    .filter(({ score }) => score >= MIN_RELATIVE_SCORE * weakCandidates[0]!.score)
    .map(({ box }): Roi => {
      const { side, ...roi } = roiAround(box.left, box.top, box.width, box.height)
      return { ...roi, side: side * SECOND_STAGE_SCALE }
    })
  if (crops.length === 0) return []
  for (const crop of crops)
    await ensureLevel(pyramid, pyramidLevelFor(pyramid, crop.side / CROP_SIDE), crop)
  const { inputSize, cells } =
    MOSAICS.find((input) => input.cells.length >= crops.length) ?? MOSAICS[1]
  const cropAt = new Map(crops.map((crop, n) => [cells[n]!, crop]))
  const found = await withTensorBuffer(inputSize.width * inputSize.height * 3, async (values) => {
    values.fill(detector.range.low)
    for (const [cell, crop] of cropAt) {
      const first =
        Math.floor(cell / COLUMNS) * CROP_SIDE * inputSize.width + (cell % COLUMNS) * CROP_SIDE
      const window = { values, start: first * 3, row: inputSize.width * 3 }
      sampleRoiInto(window, pyramid, crop, CROP_SIDE, detector.range)
    }
    // Detections in pixels of the mosaic.
    const roi = roiAround(0, 0, inputSize.width, inputSize.height)
    return await detectInTensor(values, detector, { roi, inputSize }, net, CONFIDENT_SCORE)
  })
  const inPicture = found.flatMap((detection) => toPicture(detection, cropAt))
  return dropDuplicates(inPicture, known, SAME_FACE_OVERLAP)
}

/** Maps a detection from the mosaic to the picture. Empty when it lies in no crop or is larger than one. */
function toPicture(
  { box, keypoints, score }: Detection,
  cropAt: ReadonlyMap<number, Roi>,
): Detection[] {
  const column = Math.floor((box.left + box.width / 2) / CROP_SIDE)
  const row = Math.floor((box.top + box.height / 2) / CROP_SIDE)
  const crop = column < COLUMNS ? cropAt.get(row * COLUMNS + column) : undefined
  if (!crop || Math.max(box.width, box.height) > CROP_SIDE) return []
  const scale = crop.side / CROP_SIDE
  const left = crop.x - crop.side / 2 - column * CROP_SIDE * scale
  const top = crop.y - crop.side / 2 - row * CROP_SIDE * scale
  return [
    {
      score,
      box: {
        left: left + box.left * scale,
        top: top + box.top * scale,
        width: box.width * scale,
        height: box.height * scale,
      },
      keypoints: keypoints.map(({ x, y }) => ({ x: left + x * scale, y: top + y * scale })),
    },
  ]
}
