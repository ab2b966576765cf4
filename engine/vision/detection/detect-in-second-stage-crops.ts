import { intersectionOverSmaller } from '../boxes.ts'
import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { type Roi, roiAround } from '../input/roi.ts'
import { pyramidLevelFor, sampleRoiInto } from '../input/sample-roi.ts'
import { withTensorBuffer } from '../input/tensor-pool.ts'
import type { ResizableNet } from '../vision.ts'
import type { Detection } from './detection.ts'
import { CONFIDENT_SCORE, type Detector, detectInTensor } from './run-detector.ts'

/** Input pixels of one cut, and how many stand beside each other in an input. */
const CROP_SIDE = 40
const COLUMNS = 4

/**
 * The sizes of an input, of which sides are multiples of 32: two of them, since each is compiled. The places of cuts are
 * counted row by row; the strongest traces get the first ones, since at the sides, the left one above all, less is found.
 */
const MOSAICS = [
  { inputSize: { width: 160, height: 96 }, places: [1, 2, 5, 6, 3, 7, 0, 4] },
  {
    inputSize: { width: 160, height: 160 },
    places: [5, 6, 1, 2, 9, 10, 13, 14, 7, 11, 3, 15, 4, 8, 0, 12],
  },
] as const
const MAX_CROPS = MOSAICS[1].places.length

/** Traces weaker than this share of the strongest are not worth a cut: where there is a face, others leave little. */
const MIN_RELATIVE_SCORE = 0.1

/**
 * What is cut out around a trace, as a multiple of it. A face is then 28 pixels tall, and may lie a fifth of its size beside
 * the trace. Of 111 strangers of whom the first look was not sure 88 are found so; 87 with 1.5 in cuts of 48 pixels, 84
 * with 2 in cuts of 64, 81 with 1.2 in cuts of 32 (measured).
 */
const CROP_SCALE = 1.4

/** Boxes that share more of the smaller one are one thing. */
const SAME_OVERLAP = 0.5

/**
 * Looks at traces from close by, all in one input: the places around them, cut out of the picture, side by side.
 * @param traces as a look at the picture left them, best first; the strongest {@link MAX_CROPS} are looked at
 * @param known what wins over the same thing found now
 * @returns what is new, best first
 */
export async function detectInSecondStageCrops(
  detector: Detector,
  pyramid: Pyramid,
  traces: readonly Detection[],
  net: ResizableNet,
  known: readonly Detection[],
): Promise<Detection[]> {
  const cuts = traces
    .slice(0, MAX_CROPS)
    .filter(({ score }) => score >= MIN_RELATIVE_SCORE * traces[0]!.score)
    .map(({ box }): Roi => {
      const { side, ...roi } = roiAround(box.left, box.top, box.width, box.height)
      return { ...roi, side: side * CROP_SCALE }
    })
  if (cuts.length === 0) return []
  for (const { side } of cuts)
    await ensureLevel(pyramid, pyramidLevelFor(pyramid, side / CROP_SIDE))
  const { inputSize, places } =
    MOSAICS.find((input) => input.places.length >= cuts.length) ?? MOSAICS[1]
  const cutAt = new Map(cuts.map((cut, n) => [places[n]!, cut]))
  const found = await withTensorBuffer(inputSize.width * inputSize.height * 3, async (values) => {
    values.fill(detector.range.low)
    for (const [place, cut] of cutAt) {
      const first =
        Math.floor(place / COLUMNS) * CROP_SIDE * inputSize.width + (place % COLUMNS) * CROP_SIDE
      const canvas = { values, start: first * 3, row: inputSize.width * 3 }
      sampleRoiInto(canvas, pyramid, cut, CROP_SIDE, detector.range)
    }
    // The input itself, in its own pixels.
    const roi = roiAround(0, 0, inputSize.width, inputSize.height)
    return await detectInTensor(values, detector, { roi, inputSize }, net, CONFIDENT_SCORE)
  })
  const kept: Detection[] = []
  for (const candidate of found.flatMap((one) => toPicture(one, cutAt))) {
    if (
      [...known, ...kept].some(
        ({ box }) => intersectionOverSmaller(box, candidate.box) > SAME_OVERLAP,
      )
    )
      continue
    kept.push(candidate)
  }
  return kept
}

/** Where in the picture something is that was found in a cut; nothing when it is larger than the cut. */
function toPicture(
  { box, keypoints, score }: Detection,
  cutAt: ReadonlyMap<number, Roi>,
): Detection[] {
  const column = Math.floor((box.left + box.width / 2) / CROP_SIDE)
  const row = Math.floor((box.top + box.height / 2) / CROP_SIDE)
  const cut = column < COLUMNS ? cutAt.get(row * COLUMNS + column) : undefined
  if (!cut || Math.max(box.width, box.height) > CROP_SIDE) return []
  const scale = cut.side / CROP_SIDE
  const left = cut.x - cut.side / 2 - column * CROP_SIDE * scale
  const top = cut.y - cut.side / 2 - row * CROP_SIDE * scale
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
