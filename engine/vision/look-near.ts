import type { Candidate } from './candidate.ts'
import { lendInput } from './lend-input.ts'
import { containment } from './overlap.ts'
import { arrival, type Pyramid } from './pyramid.ts'
import { type Detector, detectIn, SURE } from './run-detector.ts'
import { levelFor, paintSquare } from './sample-square.ts'
import { type Square, squareAround } from './square.ts'
import type { SizedNet } from './vision.ts'

/** Input pixels of one cut, and how many stand beside each other in an input. */
const CELL = 40
const COLUMNS = 4

/**
 * The sizes of an input, of which sides are multiples of 32: two of them, since each is compiled. The places of cuts are
 * counted row by row; the strongest traces get the first ones, since at the sides, the left one above all, less is found.
 */
const INPUTS = [
  { frame: { width: 160, height: 96 }, places: [1, 2, 5, 6, 3, 7, 0, 4] },
  {
    frame: { width: 160, height: 160 },
    places: [5, 6, 1, 2, 9, 10, 13, 14, 7, 11, 3, 15, 4, 8, 0, 12],
  },
] as const
const MOST_TRACES = INPUTS[1].places.length

/** Traces weaker than this share of the strongest are not worth a cut: where there is a face, others leave little. */
const WORTH = 0.1

/**
 * What is cut out around a trace, as a multiple of it. A face is then 28 pixels tall, and may lie a fifth of its size beside
 * the trace. Of 111 strangers of whom the first look was not sure 88 are found so; 87 with 1.5 in cuts of 48 pixels, 84
 * with 2 in cuts of 64, 81 with 1.2 in cuts of 32 (measured).
 */
const AROUND = 1.4

/** Boxes that share more of the smaller one are one thing. */
const SAME = 0.5

/**
 * Looks at traces from close by, all in one input: the places around them, cut out of the picture, side by side.
 * @param traces as a look at the picture left them, best first; the strongest {@link MOST_TRACES} are looked at
 * @param known what wins over the same thing found now
 * @returns what is new, best first
 */
export async function lookNear(
  detector: Detector,
  pyramid: Pyramid,
  traces: readonly Candidate[],
  net: SizedNet,
  known: readonly Candidate[],
): Promise<Candidate[]> {
  const cuts = traces
    .slice(0, MOST_TRACES)
    .filter(({ score }) => score >= WORTH * traces[0]!.score)
    .map(({ box }): Square => {
      const { side, ...square } = squareAround(box.left, box.top, box.width, box.height)
      return { ...square, side: side * AROUND }
    })
  if (cuts.length === 0) return []
  for (const { side } of cuts) await arrival(pyramid, levelFor(pyramid, side / CELL))
  const { frame, places } = INPUTS.find((input) => input.places.length >= cuts.length) ?? INPUTS[1]
  const cutAt = new Map(cuts.map((cut, n) => [places[n]!, cut]))
  const found = await lendInput(frame.width * frame.height * 3, async (values) => {
    values.fill(detector.range.low)
    for (const [place, cut] of cutAt) {
      const first = Math.floor(place / COLUMNS) * CELL * frame.width + (place % COLUMNS) * CELL
      const canvas = { values, start: first * 3, row: frame.width * 3 }
      paintSquare(canvas, pyramid, cut, CELL, detector.range)
    }
    // The input itself, in its own pixels.
    const square = squareAround(0, 0, frame.width, frame.height)
    return await detectIn(values, detector, { square, frame }, net, SURE)
  })
  const kept: Candidate[] = []
  for (const candidate of found.flatMap((one) => placed(one, cutAt))) {
    if ([...known, ...kept].some(({ box }) => containment(box, candidate.box) > SAME)) continue
    kept.push(candidate)
  }
  return kept
}

/** Where in the picture something is that was found in a cut; nothing when it is larger than the cut. */
function placed(
  { box, keypoints, score }: Candidate,
  cutAt: ReadonlyMap<number, Square>,
): Candidate[] {
  const column = Math.floor((box.left + box.width / 2) / CELL)
  const row = Math.floor((box.top + box.height / 2) / CELL)
  const cut = column < COLUMNS ? cutAt.get(row * COLUMNS + column) : undefined
  if (!cut || Math.max(box.width, box.height) > CELL) return []
  const scale = cut.side / CELL
  const left = cut.x - cut.side / 2 - column * CELL * scale
  const top = cut.y - cut.side / 2 - row * CELL * scale
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
