import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../raster/debug.ts'
import { distanceFromMask } from '../../raster/mask/distance-from-mask.ts'
import type { Mask } from '../../raster/picture.ts'
import { identityDisplacement } from '../../raster/warp/displacement.ts'
import type { PersonRegions } from '../../regions/person/find-regions.ts'
import type { PersonGrid } from '../../regions/person/person-grid.ts'
import { BODY } from '../../vision/bodies/body.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import {
  SWAY_FIELD_BELONGS,
  SWAY_FIELD_BEYOND,
  SWAY_FIELD_BONE,
  SWAY_FIELD_CLOTH,
  SWAY_FIELD_HAIR,
  SWAY_FIELD_LEAST,
  SWAY_FIELD_SKULL,
  SWAY_FIELD_STEP,
  SWAY_FIELD_SURE,
  SWAY_FIELD_WAVE,
} from './tuning.ts'

/** Where people sway, on nodes `step` pixels apart; the first lies in the corner of the picture. */
export type SwayField = {
  step: number
  cols: number
  rows: number
  /** How far each node goes to either side, pixels: 0 where hair and cloth hang from, and on everything else. */
  amount: Float32Array
  /** How much later than the roots a node moves, in turns: the wave travels to the tips. */
  delay: Float32Array
  /** The farthest that any node goes, pixels. */
  reach: number
}

/** Where hair and cloth of people may sway. Undefined where nothing can be told that would. */
export function swayField(people: readonly PersonRegions[], matte: Mask): SwayField | undefined {
  const { width, height } = matte
  const [cols, rows] = [
    Math.ceil(width / SWAY_FIELD_STEP) + 1,
    Math.ceil(height / SWAY_FIELD_STEP) + 1,
  ]
  const amount = new Float32Array(cols * rows)
  const delay = new Float32Array(cols * rows)
  let reach = 0
  for (const { grid, shares, confidence } of people) {
    const { bodyScale, head, scale } = grid
    const hair =
      confidence.hair > SWAY_FIELD_SURE &&
      swayOf(grid, shares.hair, [isSkin(shares), inSkull(grid)], head.width, SWAY_FIELD_HAIR)
    const cloth =
      Math.max(confidence['upper-garment'], confidence['lower-garment']) > SWAY_FIELD_SURE &&
      swayOf(
        grid,
        shares['upper-garment'].map((share, i) => share + shares['lower-garment'][i]!),
        [isSkin(shares), inSkull(grid), nearBones(grid)],
        bodyScale,
        SWAY_FIELD_CLOTH,
      )
    for (const part of [hair, cloth]) {
      if (!part) continue
      debugPlane('sway', part.amount, grid)
      for (let row = 0, at = 0; row < rows; row++) {
        for (let column = 0; column < cols; column++, at++) {
          const [x, y] = [column * SWAY_FIELD_STEP, row * SWAY_FIELD_STEP]
          if (!isOver(grid, x, y)) continue
          const own = scale * sampleGrid(part.amount, grid, x, y)
          if (own <= amount[at]!) continue
          amount[at] = own
          delay[at] = sampleGrid(part.delay, grid, x, y)
          reach = Math.max(reach, own)
        }
      }
    }
  }
  return reach < SWAY_FIELD_LEAST
    ? undefined
    : { step: SWAY_FIELD_STEP, cols, rows, amount, delay, reach }
}

function isOver({ area }: PersonGrid, x: number, y: number): boolean {
  const { left, top, width, height } = area
  return x >= left && y >= top && x <= left + width && y <= top + height
}

type Fixed = (i: number) => boolean

/** How far each pixel of a grid goes, in grid pixels, and how much later than what holds it. */
function swayOf(
  grid: PersonGrid,
  share: Float32Array,
  fixed: readonly Fixed[],
  unit: number,
  { amount: most, from, full }: { amount: number; from: number; full: number },
): { amount: Float32Array; delay: Float32Array } {
  const { width, height, person } = grid
  const holds: Mask = { width, height, data: new Uint8Array(width * height) }
  for (let i = 0; i < holds.data.length; i++) {
    if (fixed.some((isFixed) => isFixed(i))) holds.data[i] = 255
  }
  const nodes = { ...identityDisplacement(width, height, 1) }
  const distances = distanceFromMask(holds, 255, nodes, 4 * full * unit)
  const radius = Math.max(1, Math.round(SWAY_FIELD_BEYOND * grid.head.width))
  const own = boxMean(boxMean(share, width, height, radius), width, height, radius)
  const all = boxMean(boxMean(person, width, height, radius), width, height, radius)
  const amount = new Float32Array(width * height)
  const delay = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const distance = distances[y * nodes.cols + x]! / unit
      const belongs = smoothstep(
        SWAY_FIELD_BELONGS.from,
        SWAY_FIELD_BELONGS.to,
        own[i]! / (all[i]! + SWAY_FIELD_BELONGS.some),
      )
      amount[i] = most * unit * belongs * smoothstep(from, full, distance)
      delay[i] = distance / (full * SWAY_FIELD_WAVE)
    }
  }
  return { amount: smoothed(amount, grid, radius), delay: smoothed(delay, grid, radius) }
}

function smoothed(plane: Float32Array, { width, height }: Size, radius: number): Float32Array {
  const half = Math.max(1, radius >> 1)
  return boxMean(boxMean(plane, width, height, half), width, height, half)
}

/** Skin does not sway, and what lies on it less. */
function isSkin(shares: PersonRegions['shares']): Fixed {
  const [face, body, shoes] = [shares['face-skin'], shares['body-skin'], shares.shoes]
  return (i) => face[i]! + body[i]! + shoes[i]! > 0.5
}

function inSkull({ width, head: { chin, up, width: face } }: PersonGrid): Fixed {
  const middle = {
    x: chin.x + up.x * SWAY_FIELD_SKULL.middle * face,
    y: chin.y + up.y * SWAY_FIELD_SKULL.middle * face,
  }
  return (i) => {
    const [dx, dy] = [(i % width) + 0.5 - middle.x, Math.floor(i / width) + 0.5 - middle.y]
    const along = (dx * up.x + dy * up.y) / (SWAY_FIELD_SKULL.along * face)
    const across = (dx * up.y - dy * up.x) / (SWAY_FIELD_SKULL.across * face)
    return along * along + across * across < 1
  }
}

const BONES = [
  ['torso', BODY.leftShoulder, BODY.rightShoulder],
  ['torso', BODY.leftHip, BODY.rightHip],
  ['torso', BODY.leftShoulder, BODY.leftHip],
  ['torso', BODY.rightShoulder, BODY.rightHip],
  ['torso', BODY.leftShoulder, BODY.rightHip],
  ['torso', BODY.rightShoulder, BODY.leftHip],
  ['arm', BODY.leftShoulder, BODY.leftElbow],
  ['arm', BODY.leftElbow, BODY.leftWrist],
  ['arm', BODY.rightShoulder, BODY.rightElbow],
  ['arm', BODY.rightElbow, BODY.rightWrist],
  ['leg', BODY.leftHip, BODY.leftKnee],
  ['leg', BODY.leftKnee, BODY.leftAnkle],
  ['leg', BODY.rightHip, BODY.rightKnee],
  ['leg', BODY.rightKnee, BODY.rightAnkle],
] as const

/** Cloth on the body itself stays: only what hangs off it sways. Bones count wherever the pose guesses them. */
function nearBones({ width, joints, bodyScale }: PersonGrid): Fixed {
  const bones = BONES.map(([part, from, to]) => {
    const [a, b] = [joints[from]!, joints[to]!]
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    return {
      a,
      dx,
      dy,
      square: dx * dx + dy * dy || 1,
      within: (SWAY_FIELD_BONE[part] * bodyScale) ** 2,
    }
  })
  return (i) => {
    const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5]
    return bones.some(({ a, dx, dy, square, within }) => {
      const t = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / square))
      return (x - a.x - t * dx) ** 2 + (y - a.y - t * dy) ** 2 < within
    })
  }
}
