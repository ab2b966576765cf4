import { seededRandom } from '../../../engine/raster/seeded-random.ts'
import { type Frame, planesOf } from '../../../engine/video/video-info.ts'

type Draw = (frame: Frame, at: number) => void

/**
 * Adds a sensor's grain to the luma of drawn frames, another in each. What is drawn has none, and is so easy to encode
 * that 10 s of 720p have 0.6 MB; with grain of 2.5 levels they have some 4, as a camera's.
 * @param levels the standard deviation
 */
export function withGrain(draw: Draw, levels: number): Draw {
  const random = seededRandom()
  // The sum of three even distributions of width 1 has a deviation of a half.
  const noise = Float32Array.from(
    { length: 65_521 },
    () => 2 * levels * (random() + random() + random() - 1.5),
  )
  return (frame, at) => {
    draw(frame, at)
    const { y } = planesOf(frame)
    let from = Math.floor(random() * noise.length)
    for (let pixel = 0; pixel < y.length; pixel++) {
      y[pixel] = Math.min(255, Math.max(0, Math.round(y[pixel]! + noise[from]!)))
      if (++from === noise.length) from = 0
    }
  }
}
