import type { Tone } from '../skin/canvas.ts'

/** The axes of CIELAB. */
export const AXES = ['l', 'a', 'b'] as const

/** What is left of one tone without another. A loop: an array's own `map` makes an object of every number. */
export function minus(one: Tone, other: Tone): Tone {
  const left = { l: empty(one.l), a: empty(one.a), b: empty(one.b) }
  for (const axis of AXES) {
    const [to, from, less] = [left[axis], one[axis], other[axis]]
    for (let i = 0; i < to.length; i++) to[i] = from[i]! - less[i]!
  }
  return left
}

const empty = ({ length }: Float32Array): Float32Array => new Float32Array(length)
