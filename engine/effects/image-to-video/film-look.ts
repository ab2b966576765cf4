import { seededRandom } from '../../raster/seeded-random.ts'
import { drawDisc } from './draw-particle.ts'
import type { Film } from './motion.ts'
import type { Layer } from './scene.ts'

/** Pixels of a side of the tile of grain, and its normal deviation of 1. */
const TILE = 256

/** Old film changes its light and its dirt so often a second. */
const CHANGES = 12

/** It has so many pictures a second, and grain of its own in each: more would cost twice the bytes. */
const PICTURES = 15

/** Draws grain, flicker and specks of dust over a frame. The same frame of the same video always has the same. */
export type FilmLook = (out: Layer, frame: number, rate: number) => void

export function makeFilmLook({ grain, flicker, specks }: Film): FilmLook {
  const tile = grainTile()
  return (out, frame, rate) => {
    const random = randomOf(Math.floor((frame * PICTURES) / rate))
    const [left, top] = [Math.floor(random() * TILE), Math.floor(random() * TILE)]
    const state = randomOf(1000 + Math.floor((frame * CHANGES) / rate))
    const light = 1 + flicker * (2 * state() - 1)
    const { width, height, y } = out
    for (let row = 0, at = 0; row < height; row++) {
      const line = ((row + top) % TILE) * TILE
      for (let column = 0; column < width; column++, at++) {
        y[at] = y[at]! * light + grain * tile[line + ((column + left) % TILE)]!
      }
    }
    for (let left = specks / CHANGES; state() < left; left--) {
      const place = { x: state() * width, y: state() * height }
      const radius = (0.0012 + 0.003 * state()) * height
      const level = state() < 0.6 ? 30 : 215
      drawDisc(out, place, radius, 0.7, { y: level, u: 128, v: 128 })
    }
  }
}

/** Noise of a normal distribution (Box and Muller 1958), a little soft as grain is. */
function grainTile(): Float32Array {
  const random = seededRandom()
  const noise = Float32Array.from(
    { length: TILE * TILE },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  )
  // The mean of 2 × 2 has half the deviation.
  return noise.map((value, at) => {
    const next = (at % TILE) + 1 < TILE ? at + 1 : at + 1 - TILE
    const below = (at + TILE) % noise.length
    return (value + noise[next]! + noise[below]! + noise[(next + TILE) % noise.length]!) / 2
  })
}

function randomOf(seed: number): () => number {
  const random = seededRandom((seed + 1) * 0x9e3779b1)
  // The first numbers of near seeds are alike.
  for (let nth = 0; nth < 6; nth++) random()
  return random
}
