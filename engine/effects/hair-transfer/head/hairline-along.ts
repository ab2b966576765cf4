import type { Point } from '../../../geometry/point.ts'
import { HAIRLINE_ALONG } from '../tuning.ts'
import { type Head, headToPixel, pixelToHead } from './head.ts'

/** Where hair begins along a ray from between the eyes; undefined where there is none near the face. */
export function hairlineAlong(
  { frame, hair }: Head,
  degrees: number,
): { at: Point; far: number; isFringe: boolean } | undefined {
  const { from, to, step, beside, fringe } = HAIRLINE_ALONG
  const angle = (degrees * Math.PI) / 180
  const [du, dv] = [Math.sin(angle), Math.cos(angle)]
  const rim = Math.max(
    ...frame.oval.map((p) => {
      const { u, v } = pixelToHead(frame, p.x, p.y)
      return Math.abs(u * dv - v * du) < beside ? u * du + v * dv : 0
    }),
  )
  for (let far: number = from; far < to; far += step) {
    const at = headToPixel(frame, far * du, far * dv)
    const [x, y] = [Math.floor(at.x), Math.floor(at.y)]
    if (x < 0 || y < 0 || x >= hair.width || y >= hair.height) return undefined
    if (hair.alpha[y * hair.width + x]! > 0.5) return { at, far, isFringe: far < rim - fringe }
  }
  return undefined
}
