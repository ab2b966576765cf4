/**
 * 0 up to `from`, 1 from `to` on, and between them the cubic 3t² - 2t³, which is level at both ends.
 * @param to at least `from`, where it jumps if both are equal; what falls is 1 less what rises
 * @throws RangeError when `to` is below `from`
 */
export function smoothstep(from: number, to: number, value: number): number {
  if (from > to) throw new RangeError(`smoothstep rises: ${from} must not be above ${to}.`)
  if (value <= from) return 0
  if (value >= to) return 1
  const t = (value - from) / (to - from)
  return t * t * (3 - 2 * t)
}

/** 1 up to a distance of `inner` to either side of 0, 0 from `outer` on, and a {@link smoothstep} between them. */
export function falloff(inner: number, outer: number, distance: number): number {
  return 1 - smoothstep(inner, outer, Math.abs(distance))
}
