import type { Candidate } from './candidate.ts'
import { containment } from './overlap.ts'
import { arrival, type Pyramid } from './pyramid.ts'
import { type Detector, detectIn, SURE } from './run-detector.ts'
import { levelFor, sampleSquare } from './sample-square.ts'
import { type Square, squareAround } from './square.ts'
import type { SizedNet } from './vision.ts'

/** Input pixels of one cut, and how many stand beside and below each other in an input. */
const CELL = 64
const CELLS = 3
const FRAME = { width: CELLS * CELL, height: CELLS * CELL }

/** As many traces as one input shows. */
export const MOST_TRACES = CELLS * CELLS

/**
 * What is cut out around a trace, as a multiple of it. A face is then 32 pixels tall, which the detector sees well, and may
 * lie half its size beside the trace. Of strangers beside traces 41 of 43 are found so, with 3.2 instead 37 (measured).
 */
const AROUND = 2

/** Boxes that share more of the smaller one are one thing. */
const SAME = 0.3

/** The input itself, in its own pixels. */
const WHOLE = squareAround(0, 0, FRAME.width, FRAME.height)

/**
 * Looks at traces from close by, nine in one input: the places around them, cut out of the picture, side by side.
 * @param traces as a look at the picture left them, best first; of more than {@link MOST_TRACES} the rest is not looked at
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
  const cuts = traces.slice(0, MOST_TRACES).map(({ box }): Square => {
    const { side, ...square } = squareAround(box.left, box.top, box.width, box.height)
    return { ...square, side: side * AROUND }
  })
  if (cuts.length === 0) return []
  const input = new Float32Array(FRAME.width * FRAME.height * 3).fill(detector.range.low)
  for (const [n, cut] of cuts.entries()) {
    await arrival(pyramid, levelFor(pyramid, cut.side / CELL))
    const cell = sampleSquare(pyramid, cut, CELL, detector.range)
    const first = Math.floor(n / CELLS) * CELL * FRAME.width + (n % CELLS) * CELL
    for (let row = 0; row < CELL; row++) {
      const line = cell.subarray(row * CELL * 3, (row + 1) * CELL * 3)
      input.set(line, (first + row * FRAME.width) * 3)
    }
  }
  const found = await detectIn(input, detector, { square: WHOLE, frame: FRAME }, net, SURE)
  const kept: Candidate[] = []
  for (const candidate of found.flatMap((one) => placed(one, cuts))) {
    if ([...known, ...kept].some(({ box }) => containment(box, candidate.box) > SAME)) continue
    kept.push(candidate)
  }
  return kept
}

/** Where in the picture something is that was found in a cut; nothing when it is larger than the cut. */
function placed({ box, keypoints, score }: Candidate, cuts: readonly Square[]): Candidate[] {
  const column = Math.floor((box.left + box.width / 2) / CELL)
  const row = Math.floor((box.top + box.height / 2) / CELL)
  const cut = cuts[row * CELLS + column]
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
