/** 0 before `from`, 1 after `to`, without a kink. */
export function ease(t: number, from: number, to: number): number {
  if (t <= from) return 0
  if (t >= to) return 1
  const f = (t - from) / (to - from)
  return f * f * (3 - 2 * f)
}

/** 1 within `inner` of 0 on either side, 0 from `outer` on, without a kink. */
export function fade(t: number, inner: number, outer: number): number {
  return 1 - ease(Math.abs(t), inner, outer)
}
