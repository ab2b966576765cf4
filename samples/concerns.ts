import { lightnessOf, mixColours, skinShade } from './colour.ts'
import { FACE_OUTLINE } from './face.ts'
import type { Look } from './scene.ts'
import type { SvgContext } from './svg.ts'
import { blurred, clipped, ellipse, softEllipse, stroke } from './svg.ts'

/** Lines of the forehead, between the brows, beside the eyes and from nose to mouth. */
const WRINKLES = [
  'M-20 29Q-8 26.4 0 28Q9 26.2 20 29',
  'M-21 33.6Q-9 31 0 32.6Q10 30.8 21 33.8',
  'M-17 24.6Q-6 22.4 2 23.8Q8 22.6 15 24.4',
  'M-2.6 37Q-3.4 41 -2.4 45',
  'M2.8 37.4Q3.4 41 2.6 44.6',
  ...[1, -1].flatMap((side) => [
    `M${side * 24.6} 49.4Q${side * 28} 47.6 ${side * 31} 46`,
    `M${side * 24.8} 51.4Q${side * 28.4} 51.2 ${side * 31.6} 51.2`,
    `M${side * 24.2} 53.2Q${side * 27.6} 55 ${side * 30.6} 57`,
    `M${side * 11} 68Q${side * 16.4} 72 ${side * 17.4} 78`,
  ]),
]

/** Where skin is reddened: middle and radii. */
const REDDENED: readonly [at: [number, number], rx: number, ry: number][] = [
  [[-18, 65], 11, 8],
  [[18, 65], 11, 8],
  [[0, 66], 6, 5],
  [[0, 91.5], 7, 4],
]

const BLEMISHES = 14

/** What skin shows that is neither young nor calm: wrinkles, redness and blemishes. */
export function concerns(context: SvgContext, { skin }: Look): string {
  // Blood shows less through dark skin.
  const red = mixColours(skin, '#c0302a', 0.2 + 0.5 * lightnessOf(skin))
  const reddened = REDDENED.map(([at, rx, ry]) => softEllipse(at, 1.6 * rx, 1.6 * ry, red, 0.6))
  const wrinkles = WRINKLES.map((path) => stroke(path, skinShade(skin, 0.6), 0.95, 0.8))
  const blemishes = Array.from({ length: BLEMISHES }, () => {
    const side = context.random() < 0.5 ? -1 : 1
    const at = [side * (8 + 18 * context.random()), 58 + 16 * context.random()] as const
    const radius = 0.5 + 0.6 * context.random()
    return ellipse(
      at,
      radius,
      radius,
      mixColours(skin, '#a8241f', 0.2 + 0.45 * lightnessOf(skin)),
      0.85,
    )
  })
  return clipped(
    context,
    [FACE_OUTLINE],
    reddened.join('') + blurred(1, wrinkles.join('')) + blemishes.join(''),
  )
}
