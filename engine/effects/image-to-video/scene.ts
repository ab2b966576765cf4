import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import type { Picture } from '../../raster/picture.ts'
import { frameFromPicture } from '../../video/frame-from-picture.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { lumaWeights } from '../../video/yuv-matrix.ts'
import { maskBoundingBox } from '../../vision/masks.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import { continueEdge } from './continue-edge.ts'
import type { Depth, DepthMap } from './estimate-depth.ts'
import type { People } from './find-people.ts'
import {
  SCENE_BESIDE,
  SCENE_DEFOCUS,
  SCENE_DOUBT,
  SCENE_MATTE,
  SCENE_SOME,
  SCENE_SPREAD,
} from './tuning.ts'

/** The planes of a frame as numbers; colour has half the width and height. */
export type Layer = Size & { y: Float32Array; u: Float32Array; v: Float32Array }

/** People, cut out of the picture. */
export type Near = {
  /** Their colours times their share of each pixel. */
  layer: Layer
  /** Their share, for the luma and for the colour planes, 0–1. */
  alpha: Float32Array
  halfAlpha: Float32Array
  /** 0 farthest to 1 nearest. */
  depth: number
}

/** A picture as a camera can move in it. */
export type Scene = {
  far: Layer
  /** The background out of focus. */
  blurred?: Layer
  /** How near the background is. */
  depth: DepthMap
  near?: Near
}

/** Levels by which a picture and its continued background are alike and differ. */
const [LIKE, UNLIKE] = [8, 40]

/**
 * Takes a picture of even sides apart into people and what is behind them.
 * @param depth how near both are
 * @param reach pixels by which the two move against each other: so far the background is continued behind people
 */
export function buildScene(
  picture: Picture,
  { matte, hairEnd }: Pick<People, 'matte' | 'hairEnd'>,
  { map, people }: Depth,
  reach: number,
  isDefocused: boolean,
): Scene {
  const weights = lumaWeights({ matrix: 'bt709' }, picture.height)
  const source = frameFromPicture(picture, weights)
  if (!matte || !maskBoundingBox(matte)) return { far: layerOf(source), depth: map }
  const alpha = Float32Array.from(matte.data, (share) =>
    smoothstep(SCENE_MATTE.none, SCENE_MATTE.all, share / 255),
  )
  const rim = continueEdge(picture, alpha, Math.ceil(reach), hairEnd)
  dropBackground(alpha, picture, rim.picture)
  const apart = 1 - SCENE_DOUBT.less * smoothstep(SCENE_DOUBT.sure, SCENE_DOUBT.unsure, rim.doubt)
  const depth = { ...map, data: map.data.map((near) => near * apart) }
  const far = layerOf(frameFromPicture(rim.picture, weights))
  const halfAlpha = halved(alpha, picture)
  return {
    far,
    depth,
    ...(isDefocused && { blurred: defocus(far, rim.unknown) }),
    near: {
      alpha,
      halfAlpha,
      layer: cutOut(layerOf(source), far, alpha, halfAlpha),
      depth: people * apart,
    },
  }
}

/**
 * Lowers the share of people where a matte is in doubt and the picture shows just what the background is continued
 * with: between an arm and a chest, for example.
 */
function dropBackground(alpha: Float32Array, picture: Picture, continued: Picture): void {
  const { width, height, data } = picture
  const apart = alpha.map((_, at) => {
    const level = (channel: number): number =>
      Math.abs(data[4 * at + channel]! - continued.data[4 * at + channel]!)
    return Math.max(level(0), level(1), level(2))
  })
  const mean = boxMean(apart, width, height, 1, apart)
  for (const [at, share] of alpha.entries()) {
    if (share < 1) alpha[at] = share * smoothstep(LIKE, UNLIKE, mean[at]!)
  }
}

function layerOf(frame: Frame): Layer {
  const { y, u, v } = planesOf(frame)
  const { width, height } = frame
  const [ys, us, vs] = [Float32Array.from(y), Float32Array.from(u), Float32Array.from(v)]
  return { width, height, y: ys, u: us, v: vs }
}

/**
 * People's colours times their share of each pixel: what is left of the picture's without the background's share, as
 * far as it is like the colours of the people beside it. A matte is never so exact that the rest alone would do.
 */
function cutOut(source: Layer, far: Layer, alpha: Float32Array, halfAlpha: Float32Array): Layer {
  const half = { width: source.width / 2, height: source.height / 2 }
  return {
    width: source.width,
    height: source.height,
    y: withoutBackground(source.y, far.y, alpha, source, SCENE_SPREAD.luma),
    u: withoutBackground(source.u, far.u, halfAlpha, half, SCENE_SPREAD.colour),
    v: withoutBackground(source.v, far.v, halfAlpha, half, SCENE_SPREAD.colour),
  }
}

function withoutBackground(
  own: Float32Array,
  behind: Float32Array,
  shares: Float32Array,
  { width, height }: Size,
  spread: number,
): Float32Array {
  const radius = Math.max(2, Math.round(SCENE_BESIDE * width))
  const sure = shares.map((share) => (share >= 1 ? 1 : 0))
  const weights = boxMean(sure, width, height, radius)
  const sums = boxMean(
    own.map((level, at) => level * sure[at]!),
    width,
    height,
    radius,
  )
  return own.map((level, at) => {
    const share = shares[at]!
    if (share === 0 || share >= 1) return share === 0 ? 0 : level
    const rest = level - (1 - share) * behind[at]!
    const [beside, by] = weights[at]! > SCENE_SOME ? [sums[at]! / weights[at]!, spread] : [level, 0]
    return Math.min(share * (beside + by), Math.max(share * (beside - by), rest))
  })
}

/** The background blurred, without what is left of people in it. */
function defocus(far: Layer, unknown: Float32Array): Layer {
  const { width, height } = far
  const known = unknown.map((share) => 1 - share)
  const half = { width: width / 2, height: height / 2 }
  const sigma = SCENE_DEFOCUS * width
  const [y] = blurAllWithin([far.y], known, far, sigma)
  const [u, v] = blurAllWithin([far.u, far.v], halved(known, far), half, sigma / 2)
  return { width, height, y: y!, u: u!, v: v! }
}

function halved(plane: Float32Array, { width, height }: Size): Float32Array {
  const out = new Float32Array((width / 2) * (height / 2))
  for (let row = 0, to = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2, to++) {
      const at = row * width + column
      out[to] = (plane[at]! + plane[at + 1]! + plane[at + width]! + plane[at + width + 1]!) / 4
    }
  }
  return out
}
