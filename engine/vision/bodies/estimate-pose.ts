import type { Point } from '../../raster/picture.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { type Roi, roiToPicture } from '../input/roi.ts'
import { sampleRoi } from '../input/sample-roi.ts'
import type { Net } from '../vision.ts'
import { sigmoid } from '../vision.ts'
import type { BodyLandmark } from './body.ts'
import { refineByHeatmap } from './refine-by-heatmap.ts'

/** One look of the landmark network at one square. */
export type Pose = {
  roi: Roi
  /** Whether there is a person in the square, 0–1. */
  presence: number
  landmarks: BodyLandmark[]
  /** The middle of the hips and the end of the body's reach: where to look again. */
  hips: Point
  reach: Point
  /** How sure the network is that a pixel is person: 256 × 256 logits over the square. */
  mask: Float32Array
}

const SIZE = 256
/** The 33 landmarks, hips, reach, and four that only steady the network in films. */
const POINTS = 39
const VALUES = 5
const LANDMARKS = 33

/**
 * Reads landmarks and mask of the one person the square is laid around.
 * @param hide paints over what the network is not to see; gets the sampled input, 0–1, and its side
 */
export async function estimatePose(
  pyramid: Pyramid,
  roi: Roi,
  net: Net,
  hide: (input: Float32Array, size: number) => void = () => {},
): Promise<Pose> {
  const input = sampleRoi(pyramid, roi, SIZE, { low: 0, high: 1 })
  hide(input, SIZE)
  const outputs = await net.run(input)
  const output = (length: number): Float32Array => {
    const found = outputs.find((one) => one.length === length)
    if (!found) throw new Error(`The pose network has no output of ${length} values.`)
    return found
  }
  const raw = output(POINTS * VALUES)
  const heat = output(64 * 64 * POINTS)
  const points = Array.from({ length: POINTS }, (_, at) => landmark(raw, heat, at, roi))
  return {
    roi,
    presence: output(1)[0]!,
    landmarks: points.slice(0, LANDMARKS),
    hips: points[LANDMARKS]!,
    reach: points[LANDMARKS + 1]!,
    mask: output(SIZE * SIZE),
  }
}

/** Raw values per landmark: x, y, z in input pixels, then logits of visibility and presence. */
function landmark(raw: Float32Array, heat: Float32Array, at: number, roi: Roi): BodyLandmark {
  const [x, y, z, visibility, presence] = raw.subarray(at * VALUES, (at + 1) * VALUES)
  const inside = refineByHeatmap(heat, at, { x: x! / SIZE, y: y! / SIZE })
  return {
    ...roiToPicture(roi, inside.x, inside.y),
    z: (z! / SIZE) * roi.side,
    visibility: sigmoid(visibility!),
    presence: sigmoid(presence!),
  }
}
