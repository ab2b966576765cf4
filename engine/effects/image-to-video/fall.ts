import { seededRandom } from '../../raster/seeded-random.ts'
import { drawDisc, drawStreak } from './draw-particle.ts'
import type { Weather } from './motion.ts'
import type { Layer } from './scene.ts'
import {
  FALL_DEPTH,
  FALL_EXPOSURE,
  FALL_FLUTTER,
  FALL_MARGIN,
  FALL_NEAREST,
  FALL_SHINE,
} from './tuning.ts'

type Particle = {
  /** Where it begins, in shares of the way it goes. */
  x: number
  y: number
  /** 0 farthest to 1 nearest. */
  depth: number
  phase: number
  turns: number
}

/** What falls or floats, at a share of the time; only what is farther, or only what is nearer than people. */
export type Fall = (out: Layer, time: number, where: 'behind' | 'before') => void

/**
 * Makes weather for a video of so many seconds. Each particle goes its way a whole number of times, so that the end
 * meets the beginning.
 */
export function makeFall(weather: Weather, seconds: number): Fall {
  const random = seededRandom()
  const particles = Array.from({ length: weather.count }, () => ({
    x: random(),
    y: random(),
    phase: random(),
    // More are far away than near, as of what fills a room.
    depth: random() ** FALL_DEPTH.farther,
    turns: 1 + Math.floor(random() * 2),
  }))
  return (out, time, where) => {
    for (const particle of particles) {
      if (particle.depth > FALL_DEPTH.people === (where === 'before')) {
        drawOne(out, weather, particle, time, seconds)
      }
    }
  }
}

function drawOne(
  out: Layer,
  { shape, size, fall, drift, flutter, opacity, colour }: Weather,
  { x, y, depth, phase, turns }: Particle,
  time: number,
  seconds: number,
): void {
  const { width, height } = out
  const [way, across] = [1 + 2 * FALL_MARGIN, width / height + 2 * FALL_MARGIN]
  const speed = fall[0] + (fall[1] - fall[0]) * depth
  const rounds = wholeRounds((speed * seconds) / way, y)
  // Rain is so fast that its slant is its drift; what floats goes sideways in rounds of its own.
  const isStreak = shape === 'streak'
  const slant = isStreak ? (drift * (rounds * way)) / (Math.abs(speed) * seconds) : 0
  const asideRounds = isStreak ? 0 : wholeRounds((drift * depth * seconds) / across, x)
  const down = fraction(y + rounds * time) * way - FALL_MARGIN
  const swing = flutter * (FALL_FLUTTER + depth) * Math.sin(2 * Math.PI * (turns * time + phase))
  const aside = fraction(x + asideRounds * time) * across - FALL_MARGIN + swing + slant * down
  const radius = (size[0] + (size[1] - size[0]) * depth) * height
  const shines =
    shape === 'mote'
      ? 1 - FALL_SHINE + FALL_SHINE * Math.sin(2 * Math.PI * (2 * turns * time + phase))
      : 1
  const alpha =
    opacity * shines * (FALL_NEAREST.own + FALL_NEAREST.more * (1 - FALL_NEAREST.fainter * depth))
  const place = { x: aside * height, y: down * height }
  if (isStreak) {
    const length = speed * FALL_EXPOSURE * height
    drawStreak(out, place, { x: slant * length, y: length }, radius, alpha, colour)
  } else drawDisc(out, place, radius, alpha, colour)
}

/** A whole number of rounds near `rounds`; `by` decides which of two, so that many together keep the mean. */
function wholeRounds(rounds: number, by: number): number {
  return Math.floor(rounds + by)
}

function fraction(value: number): number {
  return value - Math.floor(value)
}
