/**
 * The cubic Hermite step of shading languages: 0 up to `from`, 1 from `to` on, and between them a curve that starts and
 * ends level. Where `from` is above `to` it falls from 1 to 0.
 */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
