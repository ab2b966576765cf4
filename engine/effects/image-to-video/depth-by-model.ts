import { medianOrZero, quantileOrZero } from '../../geometry/quantile.ts'
import type { Size } from '../../geometry/size.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { runOnArea } from '../../vision/user-models/run-on-area.ts'
import type { UserNet } from '../../vision/vision.ts'
import type { Depth, DepthMap } from './estimate-depth.ts'
import { DEPTH_ENDS, DEPTH_FARTHEST, DEPTH_NODES } from './tuning.ts'

/** Rounds in which the background grows over people, from all sides. */
const GROWING = DEPTH_NODES

/**
 * How near everything in a picture is, by a network of users. What it says of people is one distance, their median;
 * behind them goes on what is beside them.
 * @param matte where people are; the picture's size
 * @throws when the network cannot be run
 */
export async function depthByModel(
  picture: Picture,
  matte: Mask | undefined,
  net: UserNet<'depth'>,
): Promise<Depth> {
  const { width, height } = picture
  const { planes, window, ...size } = await runOnArea(net, picture, {
    left: 0,
    top: 0,
    width,
    height,
  })
  const plane = planes[0]!
  const step = Math.max(width, height) / DEPTH_NODES
  const [cols, rows] = [Math.ceil(width / step) + 1, Math.ceil(height / step) + 1]
  const near = new Float32Array(cols * rows)
  const covered = new Uint8Array(cols * rows)
  for (let at = 0; at < near.length; at++) {
    const x = ((at % cols) / (cols - 1)) * (width - 1)
    const y = (Math.floor(at / cols) / (rows - 1)) * (height - 1)
    const u = ((x + 0.5 - window.left) / window.width) * size.width - 0.5
    const v = ((y + 0.5 - window.top) / window.height) * size.height - 0.5
    const value = plane[clamp(v, size.height) * size.width + clamp(u, size.width)]!
    near[at] = Number.isFinite(value) ? (net.manifest.result.near === 'high' ? value : -value) : 0
    if (matte && matte.data[Math.round(y) * width + Math.round(x)]! > 0) covered[at] = 1
  }
  scale(near)
  const people = [...near].filter((_, at) => covered[at] === 1)
  return {
    people: people.length > 0 ? medianOrZero(people) : 1,
    map: behind({ width: cols, height: rows, data: near }, covered),
  }
}

function clamp(value: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.round(value)))
}

/** The values over what is far and near in this picture: a network knows no unit. */
function scale(near: Float32Array): void {
  const values = [...near]
  const [low, high] = [DEPTH_ENDS.farthest, DEPTH_ENDS.nearest].map((share) =>
    quantileOrZero(values, share),
  ) as [number, number]
  for (let at = 0; at < near.length; at++) {
    const share = high > low ? Math.min(1, Math.max(0, (near[at]! - low) / (high - low))) : 1
    near[at] = DEPTH_FARTHEST + (1 - DEPTH_FARTHEST) * share
  }
}

/** The map with what is beside people going on behind them. */
function behind(map: DepthMap, covered: Uint8Array): DepthMap {
  const data = map.data.slice()
  let open = [...covered.keys()].filter((at) => covered[at] === 1)
  const known = covered.map((one) => 1 - one)
  for (let round = 0; round < GROWING && open.length > 0; round++) {
    const grown = open.map((at) => ({ at, beside: besideOf(at, map).filter((one) => known[one]) }))
    for (const { at, beside } of grown) {
      if (beside.length === 0) continue
      data[at] = beside.reduce((sum, one) => sum + data[one]!, 0) / beside.length
    }
    for (const { at, beside } of grown) if (beside.length > 0) known[at] = 1
    open = open.filter((at) => known[at] === 0)
  }
  return { ...map, data }
}

function besideOf(at: number, { width, height }: Size): number[] {
  const [x, y] = [at % width, Math.floor(at / width)]
  return [
    ...(x > 0 ? [at - 1] : []),
    ...(x < width - 1 ? [at + 1] : []),
    ...(y > 0 ? [at - width] : []),
    ...(y < height - 1 ? [at + width] : []),
  ]
}
