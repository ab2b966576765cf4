import { quantileOrZero } from '../../geometry/quantile.ts'
import { sampleClamped } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/bodies/body.ts'
import { faceWidth } from './face-width.ts'
import { findGround, type Ground } from './find-ground.ts'
import type { People } from './find-people.ts'
import {
  DEPTH_ABOVE,
  DEPTH_CUT_OFF,
  DEPTH_EYES,
  DEPTH_FACES,
  DEPTH_FARTHEST,
  DEPTH_NODES,
  DEPTH_SAME,
  DEPTH_UNTOLD,
  DEPTH_WALL,
  SHARP_WALL,
  SHARPNESS,
} from './tuning.ts'

/** How near the background is on a coarse grid over a picture, 0 farthest to 1 nearest. */
export type DepthMap = Size & { data: Float32Array }

/** How near people and what is behind them are, as a share of what is nearest: the inverse of the distance. */
export type Depth = { map: DepthMap; people: number }

/**
 * Estimates how near everything in a picture is, from one picture without a network: the ground is a plane that ends at
 * a horizon, told by where it meets people's feet and by their size; what stands at the end of the ground is as near as
 * that end (Hoiem et al. 2005 call it a pop-up). Without ground what is behind people is a wall, nearer where it is as
 * sharp as they are.
 */
export function estimateDepth(
  picture: Picture,
  { bodies, matte }: Pick<People, 'bodies' | 'matte'>,
): Depth {
  const { width, height } = picture
  const [tallest] = matte ? bodies.toSorted((a, b) => b.box.height - a.box.height) : []
  const covered = matte && Float32Array.from(matte.data, (level) => level / 255)
  const person = tallest && measure(tallest, picture)
  const ground = findGround(picture, covered, person?.eyes ?? 0)
  if (ground) return onGround(picture, ground, person)
  if (person && person.feet < DEPTH_CUT_OFF) {
    const end = person.feet - DEPTH_WALL * person.tall
    return onGround(picture, { left: end, right: end, isOpen: false }, person)
  }
  const wall = covered && SHARP_WALL * sharpness(picture, covered)
  return {
    people: 1,
    map: draw({ width, height }, (_, y) => wall ?? DEPTH_UNTOLD * smoothstep(0, 1, y)),
  }
}

/** A person in heights of the picture: the rows of eyes and feet, which may lie below it, and their height. */
type Standing = { eyes: number; feet: number; tall: number; isWhole: boolean }

function measure(body: Body, { height }: Size): Standing {
  const { top, height: long } = body.box
  const isWhole = (top + long) / height < DEPTH_CUT_OFF
  const tall = isWhole ? long / height : Math.max(long, DEPTH_FACES * faceWidth(body)) / height
  return { eyes: body.landmarks[0]!.y / height, feet: top / height + tall, tall, isWhole }
}

function onGround(size: Size, { left, right, isOpen }: Ground, person?: Standing): Depth {
  const end = Math.min(left, right)
  const told = person ? person.feet - DEPTH_EYES * person.tall : end - (isOpen ? 0 : DEPTH_ABOVE)
  const horizon = isOpen || told > end - DEPTH_SAME ? end : told
  // A person who is cut off stands on ground below the picture.
  const nearest = Math.max(1, person?.feet ?? 1) - horizon
  const disparity = (y: number): number => Math.min(1, Math.max(0, (y - horizon) / nearest))
  const least = disparity(end)
  // A straight line over the disparities leaves planes plane.
  const growth = least > DEPTH_FARTHEST ? (1 - DEPTH_FARTHEST) / (1 - least) : 1
  const nearAt = (y: number): number => 1 - growth * (1 - disparity(y))
  return {
    people: person ? nearAt(person.feet) : 1,
    map: draw(size, (x, y) => nearAt(Math.max(y, left + (right - left) * x))),
  }
}

function draw({ width, height }: Size, nearAt: (x: number, y: number) => number): DepthMap {
  const step = Math.max(width, height) / DEPTH_NODES
  const [cols, rows] = [Math.ceil(width / step) + 1, Math.ceil(height / step) + 1]
  const data = Float32Array.from({ length: cols * rows }, (_, at) =>
    nearAt((at % cols) / (cols - 1), Math.floor(at / cols) / (rows - 1)),
  )
  return { width: cols, height: rows, data }
}

/** How near the background is at a place in shares of the picture, bilinear between nodes. */
export function depthAt(map: DepthMap, x: number, y: number): number {
  return sampleClamped(map.data, map, x * (map.width - 1), y * (map.height - 1))
}

/** How sharp the background is against people: the largest steps between neighbours, 0 blurred to 1 as sharp. */
function sharpness({ width, height, data }: Picture, covered: Float32Array): number {
  const steps = { people: [] as number[], behind: [] as number[] }
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x += 2) {
      const at = y * width + x
      const share = covered[at]!
      if (share > 0 && share < 1) continue
      const level = (place: number): number => data[4 * place + 1]!
      // A second difference, which a blurred edge does not have.
      const step = Math.max(
        Math.abs(2 * level(at) - level(at - 1) - level(at + 1)),
        Math.abs(2 * level(at) - level(at - width) - level(at + width)),
      )
      steps[share === 0 ? 'behind' : 'people'].push(step)
    }
  }
  const strong = (all: readonly number[]): number => quantileOrZero(all, SHARPNESS.steps)
  return smoothstep(
    SHARPNESS.blurred,
    SHARPNESS.sharp,
    strong(steps.behind) / Math.max(1, strong(steps.people)),
  )
}
