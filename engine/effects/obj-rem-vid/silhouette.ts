import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import { sampleOrZero } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { applyTo, type Homography } from '../../video/motion/homography.ts'
import type { SmallFrame } from '../../video/shrink-frame.ts'
import type { BackgroundMemory } from './background-memory.ts'
import { type ColourHistogram, histogramOf, likelier } from './colour-histogram.ts'
import {
  EMERGING_BELOW,
  EMERGING_LEAST,
  EMERGING_SCORE,
  OBJECT_BESIDE,
  SILHOUETTE_FRAMES,
  SILHOUETTE_RATE,
  SILHOUETTE_REACH,
  SILHOUETTE_SLACK,
  SILHOUETTE_WHOLE,
} from './tuning.ts'

/** What came out from behind something. */
export type Emerged = {
  /** 1 where it is. */
  is: Uint8Array
  area: number
  /** What colours and the memory of the background say for it, on average over it: −1 to 1. */
  support: number
}

/**
 * Where the whole object would be, were nothing in front of it: its outline when it was last seen whole, moved on by
 * the camera and by how it went itself.
 */
export class Silhouette {
  private alpha: Float32Array
  private readonly size: Size
  private area: number
  private centre: Point
  /** Pixels a frame beside those of the camera. */
  private velocity: Point = { x: 0, y: 0 }
  /** Frames by which the velocity was told. */
  private told = 0
  /** Frames since it was last seen whole. */
  private age = 0

  constructor(alpha: Float32Array, size: Size) {
    this.alpha = alpha
    this.size = size
    const { area, centre } = momentsOf(alpha, size)
    this.area = area
    this.centre = centre
  }

  /**
   * Goes on to the next frame.
   * @param alpha what is seen of the object there; undefined where nothing is
   */
  follow(alpha: Float32Array | undefined, camera: Homography): void {
    const carried = this.carriedBy(camera)
    const seen = alpha && momentsOf(alpha, this.size)
    this.area *= SILHOUETTE_SLACK
    if (alpha && seen && seen.area >= SILHOUETTE_WHOLE * this.area) {
      if (this.age === 0) this.told++
      const rate = this.age === 0 ? Math.max(SILHOUETTE_RATE, 1 / this.told) : 0
      this.velocity = {
        x: this.velocity.x + rate * (seen.centre.x - carried.x),
        y: this.velocity.y + rate * (seen.centre.y - carried.y),
      }
      this.alpha = alpha
      this.area = seen.area
      this.centre = seen.centre
      this.age = 0
      return
    }
    this.alpha = shifted(
      this.alpha,
      this.size,
      carried.x - this.centre.x,
      carried.y - this.centre.y,
    )
    this.centre = carried
    this.age++
  }

  private carriedBy(camera: Homography): Point {
    const { width } = this.size
    const to = new Float64Array(2)
    applyTo(camera, (this.centre.x + 0.5) / width, (this.centre.y + 0.5) / width, to)
    return {
      x: to[0]! * width - 0.5 + this.velocity.x,
      y: to[1]! * width - 0.5 + this.velocity.y,
    }
  }

  /**
   * What is where the object would be, has its colours and is unlike the background: what comes out on the other side
   * of what hides it, while its rest goes on to disappear.
   * @param own what is followed already, 0–1
   * @param colours of the object
   */
  emerging(
    frame: SmallFrame,
    own: Float32Array,
    colours: ColourHistogram,
    background: BackgroundMemory,
  ): Emerged | undefined {
    const outline = boxOfPlane(this.alpha, this.size)
    const isHidden = momentsOf(own, this.size).area < EMERGING_BELOW * this.area
    if (!isHidden || this.age > SILHOUETTE_FRAMES || !outline) return undefined
    const { width } = this.size
    const reach = Math.min(SILHOUETTE_REACH.most, SILHOUETTE_REACH.least + this.age)
    const mask = Uint8Array.from(this.alpha, (share) => (share > 0.5 ? 1 : 0))
    const possible = growMask(mask, this.size, reach)
    const box = clampBox(growBox(outline, OBJECT_BESIDE + reach), this.size)
    const beside = histogramOf(frame, (at) => (possible[at] ? 0 : 1), box)
    if (!beside) return undefined
    const score = new Float32Array(own.length)
    for (let at = 0; at < score.length; at++) {
      if (!possible[at] || own[at]! >= 0.5) continue
      const differs = background.differs(frame, at)
      if (differs <= 0) continue
      score[at] = (likelier(frame, at, colours, beside) + differs) / 2
    }
    const { low, high } = EMERGING_SCORE
    const found = findComponents(score, width, { low, high, share: 0, most: this.area })
    const is = new Uint8Array(own.length)
    let [area, sum] = [0, 0]
    for (const { pixels } of found) {
      if (pixels.length < EMERGING_LEAST * this.area) continue
      for (const at of pixels) {
        is[at] = 1
        sum += score[at]!
      }
      area += pixels.length
    }
    return area === 0 ? undefined : { is, area, support: sum / area }
  }
}

function momentsOf(alpha: Float32Array, { width }: Size): { area: number; centre: Point } {
  let [area, x, y] = [0, 0, 0]
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! <= 0.5) continue
    area++
    x += at % width
    y += Math.floor(at / width)
  }
  return { area, centre: { x: x / Math.max(1, area), y: y / Math.max(1, area) } }
}

function shifted(plane: Float32Array, size: Size, dx: number, dy: number): Float32Array {
  const out = new Float32Array(plane.length)
  const own = boxOfPlane(plane, size)
  if (!own) return out
  const there = { ...own, left: Math.floor(own.left + dx), top: Math.floor(own.top + dy) }
  const box = clampBox(growBox(there, 1), size)
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left, at = y * size.width + x; x < box.left + box.width; x++, at++) {
      out[at] = sampleOrZero(plane, size, x - dx, y - dy)
    }
  }
  return out
}
