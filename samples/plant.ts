import { light, shade } from './colour.ts'
import { closedCurve } from './outline.ts'
import type { SvgContext } from './svg.ts'
import { fill, softEllipse, stroke } from './svg.ts'

const POT = closedCurve('-46,-92 46,-92 44,-78 36,-6 30,0 -30,0 -36,-6 -44,-78', 0.35)
const LEAF = '#4f7350'

/** A potted plant with long arching leaves. The foot of the pot is at (0, 0); the plant is about 330 high. */
export function plant(context: SvgContext): string {
  const leaves = Array.from({ length: 26 }, (_, i) => leaf(context, i / 25))
  return (
    softEllipse([26, -2], 96, 20, '#0c0606', 0.7) +
    leaves.slice(0, 13).join('') +
    `<g filter="url(#form-cloth)">${fill(POT, '#c9b79c')}</g>` +
    softEllipse([0, -88], 50, 10, '#1c120c', 0.55) +
    leaves.slice(13).join('')
  )
}

/** The first leaves are behind the rim of the pot and darker. */
function leaf(context: SvgContext, share: number): string {
  const lean = (context.random() - 0.5) * 2
  const length = 170 + 80 * context.random() - 50 * Math.abs(lean)
  const tip = [lean * 105, -92 - length] as const
  const bow = [lean * 26, -92 - length * (0.62 + 0.2 * context.random())] as const
  const half = 8 + 4 * context.random()
  const tone = share < 0.5 ? shade(LEAF, 0.6 - share * 0.5) : light(LEAF, 0.3 * context.random())
  const droop = 26 + 50 * Math.abs(lean)
  const end = [tip[0], tip[1] + droop] as const
  const blade =
    `M${lean * 14 - 3} -88Q${bow[0] - half} ${bow[1]} ${end[0]} ${end[1]}` +
    `Q${bow[0] + half * 1.4} ${bow[1] + half} ${lean * 14 + 4} -88Z`
  const rib = `M${lean * 14} -88Q${bow[0] + half * 0.2} ${bow[1] + half * 0.4} ${end[0]} ${end[1]}`
  return fill(blade, tone) + stroke(rib, light(tone, 0.35), 1, 0.45)
}
