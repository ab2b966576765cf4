import { pointBetween } from '../geometry/point.ts'
import { sampleClamped } from '../geometry/sample.ts'
import { allocPlane, withArena } from '../raster/arena.ts'
import { planeDifference } from '../raster/colour/lab-difference.ts'
import { blur } from '../raster/filter/blur.ts'
import type { Picture } from '../raster/picture.ts'
import { FACE, type Face } from '../vision/faces/face.ts'
import { type FaceRegion, landmarkPath, readFaceRegion, SKIN_MARGIN } from './face-region.ts'
import { skinMasks } from './skin-masks.ts'

/** Bound of the face's width in region pixels. */
const MAX_WIDTH = 350

/** From the outer corner of each eye to the side of the face, where the sides of glasses run. */
const TEMPLE_LINES = [
  [FACE.rightEye.outer, 127],
  [FACE.leftEye.outer, 356],
] as const

/** Down the bridge of the nose, from between the eyes. */
const BRIDGE = [168, 195] as const

/** Frames of glasses lie between these sigmas, in widths of the face. */
const FRAME_BAND = { fine: 0.006, coarse: 0.03 } as const

/**
 * How much darker than its surroundings a frame is, as a share of the skin's L* + 16. Measured without glasses: 0.01 to
 * 0.06 at the bridge, -0.005 and more as the mean of both sides; with thin frames: -0.03, and -0.012 to -0.05. Hair or
 * a wrinkle may darken one side, so both sides have to be darker than skin.
 */
const FRAME_DARKNESS = { bridge: -0.015, sides: -0.01, side: 0 } as const

/** Where a side is searched: offsets from the straight line, in widths of the face, and slopes. */
const SEARCH_OFFSETS = { from: -0.08, to: 0.08, step: 0.008 } as const
const SLOPES = [-0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06]

/** Samples along a part of a side; and across the bridge (half a width in widths of the face), at so many heights. */
const TEMPLE_SAMPLES = { from: 0.3, to: 0.85, samples: 13 } as const
const BRIDGE_SAMPLES = { half: 0.03, samples: 9, down: 61 } as const

/** Whether a face wears glasses, by the lines of their frame; dark glasses hide them. */
export function wearsGlasses(picture: Picture, face: Face): boolean {
  return withArena(() => {
    const region = readFaceRegion(picture, face, MAX_WIDTH, SKIN_MARGIN)
    const { typical } = skinMasks(region)
    const band = bandSamplerOf(region)
    const skin = typical.l + 16
    if (darkestAcross(band, region) > FRAME_DARKNESS.bridge * skin) return false
    const sides = TEMPLE_LINES.map(([from, to]) => darkestSide(band, region, from, to))
    const mean = (sides[0]! + sides[1]!) / 2
    return mean <= FRAME_DARKNESS.sides * skin && Math.max(...sides) <= FRAME_DARKNESS.side * skin
  })
}

/** The band-passed L* at a point of the region: by how much it is lighter than its surroundings. */
type BandSampler = (x: number, y: number) => number

function bandSamplerOf(region: FaceRegion): BandSampler {
  const { width, height, faceWidth } = region
  // Only the rows that are sampled.
  const marks = landmarkPath(region, [...TEMPLE_LINES.flat(), ...BRIDGE]).map(({ y }) => y)
  const room = 0.15 * faceWidth
  const top = Math.min(height - 3, Math.max(0, Math.floor(Math.min(...marks) - room)))
  const end = Math.max(top + 3, Math.min(height, Math.ceil(Math.max(...marks) + room)))
  const rows = { width, height: end - top }
  const light = allocPlane(width * rows.height)
  light.set(region.lab.l.subarray(top * width, end * width))
  const [fine, coarse] = [
    Math.max(0.5, FRAME_BAND.fine * faceWidth),
    Math.max(1.2, FRAME_BAND.coarse * faceWidth),
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
      const higher = (off + slope * (share - 0.6)) * faceWidth
      const at = pointBetween(start, end, share)
      const light = band(at.x + up.x * higher, at.y + up.y * higher)
      sum += light
      lightest = Math.max(lightest, light)
    }
    return (sum / TEMPLE_SAMPLES.samples + lightest) / 2
  }
  let darkest = Number.POSITIVE_INFINITY
  for (const slope of SLOPES) {
    for (
      let off: number = SEARCH_OFFSETS.from;
      off <= SEARCH_OFFSETS.to;
      off += SEARCH_OFFSETS.step
    ) {
      darkest = Math.min(darkest, side(off, slope))
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
