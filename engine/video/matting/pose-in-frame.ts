import type { Point } from '../../geometry/point.ts'
import type { Picture } from '../../raster/picture.ts'
import { bodyCircleOf, detectPoses } from '../../vision/bodies/detect-poses.ts'
import { estimatePose, type Pose } from '../../vision/bodies/estimate-pose.ts'
import { type BodyCircle, poseRoi } from '../../vision/bodies/pose-roi.ts'
import { buildPyramid } from '../../vision/input/pyramid.ts'
import { type Roi, roiAround } from '../../vision/input/roi.ts'
import type { Nets } from '../../vision/vision.ts'
import { shrinkFrame } from '../shrink-frame.ts'
import { POSE_SCORE } from '../tuning.ts'
import type { Frame } from '../video-info.ts'
import { type LumaWeights, toRgbFactors } from '../yuv-matrix.ts'

/** The networks that poses need. */
export type PoseNets = Pick<Nets, 'poseDetection' | 'poseLandmarkLite'>

/** Pixels along the side of the landmark network's input, the larger of the two. */
const SIZE = 256

/** Regions begin and end where four bytes of a colour plane do, as `shrinkFrame` sums them. */
const STEP = 8

/** A part of a frame as a picture: a point of the frame is `(x - left) * scale` in it. */
type Part = { picture: Picture; left: number; top: number; scale: number }

/** Looks for people in the whole of a frame, the surest first. Their circles are in the frame's pixels. */
export async function detectInFrame(
  frame: Frame,
  nets: PoseNets,
  weights: LumaWeights,
): Promise<BodyCircle[]> {
  const part = partOf(frame, roiAround(0, 0, frame.width, frame.height), weights)
  const { picture } = part
  const roi = roiAround(0, 0, picture.width, picture.height)
  const found = await detectPoses(buildPyramid(picture), roi, nets.poseDetection, POSE_SCORE)
  return found.map((detection) => {
    const { midHip, circlePoint } = bodyCircleOf(detection)
    return { midHip: toFrame(part, midHip), circlePoint: toFrame(part, circlePoint) }
  })
}

/** The pose of the person whom a circle was around, in the frame's pixels. */
export async function poseInFrame(
  frame: Frame,
  circle: BodyCircle,
  nets: PoseNets,
  weights: LumaWeights,
): Promise<Pose> {
  const roi = poseRoi(circle)
  const part = partOf(frame, roi, weights)
  const { picture, left, top, scale } = part
  const inPart = {
    x: (roi.x - left) * scale,
    y: (roi.y - top) * scale,
    side: roi.side * scale,
    angle: roi.angle,
  }
  const pose = await estimatePose([picture], inPart, nets.poseLandmarkLite)
  return {
    ...pose,
    roi,
    landmarks: pose.landmarks.map((point) => toFrame(part, point)),
    midHip: toFrame(part, pose.midHip),
    circlePoint: toFrame(part, pose.circlePoint),
  }
}

function toFrame<P extends Point>({ left, top, scale }: Part, point: P): P {
  return { ...point, x: point.x / scale + left, y: point.y / scale + top }
}

/** What a frame shows of a region, no larger than the network sees it. */
function partOf(frame: Frame, { x, y, side, angle }: Roi, weights: LumaWeights): Part {
  const reach = (side / 2) * (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)))
  const span = (middle: number, size: number): [start: number, length: number] => {
    const start = STEP * Math.floor(Math.min(size - STEP, Math.max(0, middle - reach)) / STEP)
    const end = Math.min(size, STEP * Math.ceil((middle + reach) / STEP))
    return [start, Math.max(STEP, end - start)]
  }
  const [left, across] = span(x, frame.width)
  const [top, down] = span(y, frame.height)
  const scale = Math.min(1, SIZE / side)
  const [width, height] = [Math.round(across * scale), Math.round(down * scale)]
  const region = { left, top, width: across, height: down }
  const small = shrinkFrame(frame, Math.max(1, width), Math.max(1, height), region)
  const { luma, redFromV, blueFromU, greenFromU, greenFromV } = toRgbFactors(weights)
  const data = new Uint8ClampedArray(4 * small.y.length)
  for (let at = 0, to = 0; at < small.y.length; at++, to += 4) {
    const light = (small.y[at]! - 16) * luma
    const cb = small.u[at]! - 128
    const cr = small.v[at]! - 128
    data[to] = light + redFromV * cr
    data[to + 1] = light + greenFromU * cb + greenFromV * cr
    data[to + 2] = light + blueFromU * cb
    data[to + 3] = 255
  }
  return { picture: { width: small.width, height: small.height, data }, left, top, scale }
}
