import { seededRandom } from '../../raster/seeded-random.ts'
import { drawDisc } from './draw-particle.ts'
import type { Film } from './motion.ts'
import type { Layer } from './scene.ts'
import { FILM_LOOK_CHANGES, FILM_LOOK_PICTURES, FILM_LOOK_SPECK, FILM_LOOK_TILE } from './tuning.ts'

/** Draws grain, flicker and specks of dust over a frame. The same frame of the same video always has the same. */
export type FilmLook = (out: Layer, frame: number, rate: number) => void

export function makeFilmLook({ grain, flicker, specks }: Film): FilmLook {
  const tile = grainTile()
  return (out, frame, rate) => {
    const random = randomOf(Math.floor((frame * FILM_LOOK_PICTURES) / rate))
    const [left, top] = [
      Math.floor(random() * FILM_LOOK_TILE),
      Math.floor(random() * FILM_LOOK_TILE),
    ]
    const state = randomOf(1000 + Math.floor((frame * FILM_LOOK_CHANGES) / rate))
    const light = 1 + flicker * (2 * state() - 1)
    const { width, height, y } = out
    for (let row = 0, at = 0; row < height; row++) {
      const line = ((row + top) % FILM_LOOK_TILE) * FILM_LOOK_TILE
      for (let column = 0; column < width; column++, at++) {
        y[at] = y[at]! * light + grain * tile[line + ((column + left) % FILM_LOOK_TILE)]!
      }
    }
    for (let left = specks / FILM_LOOK_CHANGES; state() < left; left--) {
      const place = { x: state() * width, y: state() * height }
      const radius = (FILM_LOOK_SPECK.least + FILM_LOOK_SPECK.range * state()) * height
      const level =
        state() < FILM_LOOK_SPECK.dark ? FILM_LOOK_SPECK.levels.dark : FILM_LOOK_SPECK.levels.light
      drawDisc(out, place, radius, FILM_LOOK_SPECK.opacity, { y: level, u: 128, v: 128 })
    }
  }
}

/** Noise of a normal distribution (Box and Muller 1958), a little soft as grain is. */
function grainTile(): Float32Array {
  const random = seededRandom()
  const noise = Float32Array.from(
    { length: FILM_LOOK_TILE * FILM_LOOK_TILE },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  )
  // The mean of 2 × 2 has half the deviation.
  return noise.map((value, at) => {
    const next = (at % FILM_LOOK_TILE) + 1 < FILM_LOOK_TILE ? at + 1 : at + 1 - FILM_LOOK_TILE
    const below = (at + FILM_LOOK_TILE) % noise.length
    return (
      (value + noise[next]! + noise[below]! + noise[(next + FILM_LOOK_TILE) % noise.length]!) / 2
    )
  })
}

function randomOf(seed: number): () => number {
  const random = seededRandom((seed + 1) * 0x9e3779b1)
  // The first numbers of near seeds are alike.
  for (let nth = 0; nth < 6; nth++) random()
  return random
}
