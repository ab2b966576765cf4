import { type Point, pointBetween } from '../geometry/point.ts'
import { sampleClamped } from '../geometry/sample.ts'
import { allocPlane, withArena } from '../raster/arena.ts'
import { planeDifference } from '../raster/colour/plane-difference.ts'
import { blur } from '../raster/filter/blur.ts'
import type { Picture } from '../raster/picture.ts'
import { FACE, type Face } from '../vision/faces/face.ts'
import { type FaceRegion, landmarkPath, readFaceRegion } from './face-region.ts'
import { type SkinMasks, skinMasks } from './skin-masks.ts'
import {
  BOLD_FRAME,
  BRIDGE_SAMPLES,
  GLASSES_BAND,
  GLASSES_DARKNESS,
  GLASSES_MAX_WIDTH,
  GLASSES_OFFSETS,
  GLASSES_ROOM,
  GLASSES_SLOPES,
  METAL_FRAME,
  RIM_OFFSETS,
  SKIN_MARGIN,
  TEMPLE_SAMPLES,
} from './tuning.ts'

/** From the outer corner of each eye to the side of the face, where the sides of glasses run. */
const TEMPLE_LINES = [
  [FACE.rightEye.outer, 127],
  [FACE.leftEye.outer, 356],
] as const

/** Below each eye, where the lower rim of glasses runs. */
const RIM_LINES = [
  [228, 229, 230, 231],
  [448, 449, 450, 451],
] as const

/** Down the bridge of the nose, from between the eyes. */
const BRIDGE = [168, 195] as const

/** Whether a face wears glasses, by the lines of their frame; dark glasses hide them. */
export function wearsGlasses(picture: Picture, face: Face): boolean {
  return withArena(() => {
    const region = readFaceRegion(picture, face, GLASSES_MAX_WIDTH, SKIN_MARGIN)
    return showsGlasses(region, skinMasks(region))
  })
}

/** {@link wearsGlasses} of a region of that width and margin, whose skin is found already. */
export function showsGlasses(region: FaceRegion, { typical }: Pick<SkinMasks, 'typical'>): boolean {
  return withArena(() => {
    const band = bandSamplerOf(region)
    const skin = typical.l + 16
    const bridge = darkestAcross(band, region)
    if (bridge > GLASSES_DARKNESS.bridge * skin) {
      // The bridge of a metal frame shines.
      return haveRims(band, region, METAL_FRAME * skin) && haveSides(band, region, skin)
    }
    if (bridge <= BOLD_FRAME.bridge * skin && haveRims(band, region, BOLD_FRAME.rims * skin)) {
      return true
    }
    return haveSides(band, region, skin)
  })
}

/** The band-passed L* at a point of the region: by how much it is lighter than its surroundings. */
type BandSampler = (x: number, y: number) => number

function bandSamplerOf(region: FaceRegion): BandSampler {
  const { width, height, faceWidth } = region
  // Only the rows that are sampled.
  const marks = landmarkPath(region, [...TEMPLE_LINES.flat(), ...BRIDGE]).map(({ y }) => y)
  const room = GLASSES_ROOM * faceWidth
  const top = Math.min(height - 3, Math.max(0, Math.floor(Math.min(...marks) - room)))
  const end = Math.max(top + 3, Math.min(height, Math.ceil(Math.max(...marks) + room)))
  const rows = { width, height: end - top }
  const light = allocPlane(width * rows.height)
  light.set(region.lab.l.subarray(top * width, end * width))
  const [fine, coarse] = [
    Math.max(GLASSES_BAND.leastFine, GLASSES_BAND.fine * faceWidth),
    Math.max(GLASSES_BAND.leastCoarse, GLASSES_BAND.coarse * faceWidth),
  ].map((sigma) => blur(light, rows, sigma))
  const difference = planeDifference(fine!, coarse!)
  return (x, y) => sampleClamped(difference, rows, x - 0.5, y - 0.5 - top)
}

/**
 * The darkness of the darkest line beside an eye: half its mean and half its lightest sample, because strands of hair
 * end, and frames do not.
 */
function darkestSide(
  band: BandSampler,
  { points, up, faceWidth }: FaceRegion,
  from: number,
  to: number,
): number {
  const [start, end] = [points[from]!, points[to]!]
  const side = (off: number, slope: number): number => {
    let [sum, lightest] = [0, Number.NEGATIVE_INFINITY]
    for (let k = 0; k < TEMPLE_SAMPLES.samples; k++) {
      const share =
        TEMPLE_SAMPLES.from +
        ((TEMPLE_SAMPLES.to - TEMPLE_SAMPLES.from) * k) / (TEMPLE_SAMPLES.samples - 1)
      const higher = (off + slope * (share - TEMPLE_SAMPLES.pivot)) * faceWidth
      const at = pointBetween(start, end, share)
      const light = band(at.x + up.x * higher, at.y + up.y * higher)
      sum += light
      lightest = Math.max(lightest, light)
    }
    return (sum / TEMPLE_SAMPLES.samples + lightest) / 2
  }
  let darkest = Number.POSITIVE_INFINITY
  for (const slope of GLASSES_SLOPES) {
    for (
      let off: number = GLASSES_OFFSETS.from;
      off <= GLASSES_OFFSETS.to;
      off += GLASSES_OFFSETS.step
    ) {
      darkest = Math.min(darkest, side(off, slope))
    }
  }
  return darkest
}

/** Whether both sides are darker than skin, and as dark on average as a frame's. */
function haveSides(band: BandSampler, region: FaceRegion, skin: number): boolean {
  const sides = TEMPLE_LINES.map(([from, to]) => darkestSide(band, region, from, to))
  const mean = (sides[0]! + sides[1]!) / 2
  return mean <= GLASSES_DARKNESS.sides * skin && Math.max(...sides) <= GLASSES_DARKNESS.side * skin
}

/** Whether both lower rims are as dark as a frame; the line ends at the nose, where that of a shadow goes on. */
function haveRims(band: BandSampler, region: FaceRegion, darkness: number): boolean {
  const rims = RIM_LINES.map((line) => darkestRim(band, region, line))
  const [right, left] = rims.map(({ end }) => end)
  const nose = pointBetween(right!, left!, 0.5)
  return rims.every(({ light }) => light <= darkness) && band(nose.x, nose.y) > darkness
}

/** The darkest line along the lower rim of a lens: the mean of its samples, and its end beside the nose. */
function darkestRim(
  band: BandSampler,
  { points, up, faceWidth }: FaceRegion,
  line: readonly number[],
): { light: number; end: Point } {
  let darkest = { light: Number.POSITIVE_INFINITY, end: { x: 0, y: 0 } }
  for (const slope of GLASSES_SLOPES) {
    for (let off: number = RIM_OFFSETS.from; off <= RIM_OFFSETS.to; off += GLASSES_OFFSETS.step) {
      const rim = line.map((at, n): Point => {
        const higher = (off + slope * (n / (line.length - 1) - 0.5)) * faceWidth
        return { x: points[at]!.x + up.x * higher, y: points[at]!.y + up.y * higher }
      })
      const light = rim.reduce((sum, { x, y }) => sum + band(x, y), 0) / rim.length
      if (light < darkest.light) darkest = { light, end: rim.at(-1)! }
    }
  }
  return darkest
}

/** The darkness of the darkest line across the bridge of the nose. */
function darkestAcross(band: BandSampler, { points, up, faceWidth }: FaceRegion): number {
  const [start, end] = [points[BRIDGE[0]]!, points[BRIDGE[1]]!]
  let darkest = Number.POSITIVE_INFINITY
  for (let k = 0; k < BRIDGE_SAMPLES.down; k++) {
    const at = pointBetween(start, end, k / (BRIDGE_SAMPLES.down - 1))
    let sum = 0
    for (let n = 0; n < BRIDGE_SAMPLES.samples; n++) {
      const off = BRIDGE_SAMPLES.half * faceWidth * ((2 * n) / (BRIDGE_SAMPLES.samples - 1) - 1)
      sum += band(at.x - up.y * off, at.y + up.x * off)
    }
    darkest = Math.min(darkest, sum / BRIDGE_SAMPLES.samples)
  }
  return darkest
}
