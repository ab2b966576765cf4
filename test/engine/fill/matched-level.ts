import { KNOWN, type Level, TARGET } from '../../../engine/fill/level.ts'
import { onionPeel } from '../../../engine/fill/onion-peel.ts'
import { createMatches, type Matches } from '../../../engine/fill/patch-match.ts'

export const WIDTH = 60
export const HEIGHT = 40

/** The target of {@link matchedLevel}: columns 20 to 29 of rows 15 to 24. */
export const isTarget = (x: number, y: number): boolean => x >= 20 && x < 30 && y >= 15 && y < 25

/**
 * A level with a square target, and a match for each pixel around it, `shift` columns to the right, at no cost.
 * @param levelAt the level of a known pixel, all three channels
 */
export function matchedLevel(
  levelAt: (x: number, y: number) => number,
  shift = 20,
): { level: Level; matches: Matches } {
  const state = new Uint8Array(WIDTH * HEIGHT)
  const rgb = new Uint8ClampedArray(3 * state.length)
  for (let i = 0; i < state.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    state[i] = isTarget(x, y) ? TARGET : KNOWN
    if (state[i] === KNOWN) rgb.fill(levelAt(x, y), 3 * i, 3 * i + 3)
  }
  const confidence = new Float32Array(state.length)
  const level: Level = { width: WIDTH, height: HEIGHT, scale: 1, rgb, state, confidence }
  onionPeel(level)
  const matches = createMatches(level, 100, Number.POSITIVE_INFINITY)
  for (let k = 0; k < matches.pixels.length; k++) matches.match[k] = matches.pixels[k]! + shift
  matches.cost.fill(0)
  return { level, matches }
}

/** Each pixel of the target, with its coordinates. */
export function* targets(): Generator<{ i: number; x: number; y: number }> {
  for (let y = 15; y < 25; y++) for (let x = 20; x < 30; x++) yield { i: y * WIDTH + x, x, y }
}
