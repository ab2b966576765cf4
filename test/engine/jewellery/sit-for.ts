import type { Point } from '../../../engine/geometry/point.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { findHeadRegions, type HeadRegions } from '../../../engine/regions/head/head-regions.ts'
import { detectFaces } from '../../../engine/vision/faces/detect-faces.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'
import { bust, type DrawnBust, type SitterName } from '../../../samples/bust.ts'
import { warmVision } from '../warm-vision.ts'

/** A drawn bust, decoded, with what the engine finds on it. */
export type SeatedBust = {
  picture: Picture
  drawn: DrawnBust
  face: Face
  regions: HeadRegions
}

const SEATED = new Map<string, Promise<SeatedBust>>()

/** Draws one of the sample people and finds face and regions. Equal busts share one, which must not be changed. */
export function sitFor(
  name: SitterName,
  options: Parameters<typeof bust>[1] = {},
): Promise<SeatedBust> {
  const key = name + JSON.stringify(options)
  const seated = SEATED.get(key) ?? seat(name, options)
  SEATED.set(key, seated)
  return seated
}

async function seat(name: SitterName, options: Parameters<typeof bust>[1]): Promise<SeatedBust> {
  const drawn = await bust(name, { width: 480, height: 540, ...options })
  const picture = await decodePicture(drawn.png)
  const vision = await warmVision()
  const [face] = await detectFaces(picture, vision)
  if (!face) throw new Error(`No face was found in ${name}.`)
  return { picture, drawn, face, regions: await findHeadRegions(picture, face, vision) }
}

/** What changed between two pictures: the weight of each pixel, its centre, box, and the direction of its long axis. */
export type Change = {
  count: number
  centre: Point
  left: number
  right: number
  top: number
  bottom: number
  /** The middle of the uppermost rows. */
  tip: Point
  /** Degrees from the vertical, clockwise. */
  angle: number
  pixels: Set<number>
}

/** Measures the pixels that differ by more than `least` levels. */
export function changeBetween(before: Picture, after: Picture, least = 12): Change {
  const pixels: number[] = []
  for (let i = 0; i < before.data.length; i += 4) {
    const off = [0, 1, 2].map((c) => Math.abs(before.data[i + c]! - after.data[i + c]!))
    if (Math.max(...off) > least) pixels.push(i >> 2)
  }
  const xs = pixels.map((at) => (at % before.width) + 0.5)
  const ys = pixels.map((at) => Math.floor(at / before.width) + 0.5)
  const mean = (values: number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const centre = { x: mean(xs), y: mean(ys) }
  const top = Math.min(...ys)
  const tip = { x: mean(xs.filter((_, n) => ys[n]! < top + 2)), y: top - 0.5 }
  const xx = mean(xs.map((x) => (x - centre.x) ** 2))
  const yy = mean(ys.map((y) => (y - centre.y) ** 2))
  const xy = mean(xs.map((x, n) => (x - centre.x) * (ys[n]! - centre.y)))
  const angle = (-0.5 * Math.atan2(2 * xy, yy - xx) * 180) / Math.PI
  return {
    count: pixels.length,
    centre,
    left: Math.min(...xs) - 0.5,
    right: Math.max(...xs) + 0.5,
    top: top - 0.5,
    bottom: Math.max(...ys) + 0.5,
    tip,
    angle,
    pixels: new Set(pixels),
  }
}
