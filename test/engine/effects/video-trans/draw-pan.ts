import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { type Frame, newFrame, planesOf } from '../../../../engine/video/video-info.ts'

/** What is drawn: a wall with pictures on it, of which frames show a part. */
export type Scene = { width: number; height: number; frame(left: number, top: number): Frame }

/** A drawn wall, larger than what a frame shows, with shapes in many tones and colours. */
export function drawWall(width: number, height: number, reach = 64, seed = 7): Scene {
  const random = seededRandom(seed)
  const wide = width + 2 * reach
  const high = height + 2 * reach
  const y = new Float32Array(wide * high)
  const [u, v] = [new Float32Array(wide * high), new Float32Array(wide * high)]
  for (let at = 0; at < y.length; at++) {
    y[at] = 120 + 60 * Math.sin((at % wide) / 37) * Math.cos(at / wide / 29)
    u[at] = 118
    v[at] = 136
  }
  for (let nth = 0; nth < 46; nth++) {
    const [x0, y0] = [random() * wide, random() * high]
    const radius = (0.04 + 0.1 * random()) * width
    const [light, cb, cr] = [30 + 190 * random(), 80 + 96 * random(), 80 + 96 * random()]
    const round = random() < 0.5
    for (let row = Math.max(0, Math.floor(y0 - radius)); row < Math.min(high, y0 + radius); row++) {
      for (let x = Math.max(0, Math.floor(x0 - radius)); x < Math.min(wide, x0 + radius); x++) {
        if (round && Math.hypot(x - x0, row - y0) > radius) continue
        const at = row * wide + x
        y[at] = light + 8 * Math.sin(x / 3) * Math.sin(row / 4)
        u[at] = cb
        v[at] = cr
      }
    }
  }
  return {
    width,
    height,
    frame: (left, top) => {
      const frame = newFrame(width, height, 0)
      const planes = planesOf(frame)
      for (let row = 0, at = 0; row < height; row++) {
        for (let x = 0; x < width; x++, at++) {
          const from = (row + top + reach) * wide + x + left + reach
          planes.y[at] = y[from]!
          if (row % 2 || x % 2) continue
          const to = (row / 2) * (width / 2) + x / 2
          planes.u[to] = u[from]!
          planes.v[to] = v[from]!
        }
      }
      return frame
    },
  }
}

/** The same with noise of a camera, another one in every frame; levels from -`levels` to `levels`. */
export function addNoise(frame: Frame, levels: number, random: () => number): Frame {
  const noisy = { ...frame, planes: Uint8Array.from(frame.planes) }
  for (let at = 0; at < noisy.planes.length; at++) {
    noisy.planes[at] = noisy.planes[at]! + Math.round((random() + random() - 1) * levels)
  }
  return noisy
}
