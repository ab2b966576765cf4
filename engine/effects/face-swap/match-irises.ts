import type { FaceRegion } from '../../face/face-region.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { irisColours, irisMasks } from './iris-colours.ts'
import { IRISES, SOFT_LEAST } from './tuning.ts'

/**
 * Brings the donor's irises near the target's, each by itself: one that is far lighter is milky, and two of different
 * lightness or colour are no pair. A pupil stays darker than its iris, and what is as light as a reflection stays.
 * @param lab the relit donor, which is changed
 */
export function matchIrises(lab: LabPlanes, target: FaceRegion): void {
  const irises = irisMasks(target)
  const own = irisColours(lab, irises)
  const old = irisColours(target.lab, irises)
  const most = (old[0].l + old[1].l) / 2 + IRISES.lighter
  const dimmed = own.map((colour) => ({ ...colour, l: Math.min(most, colour.l) }))
  const wanted = evened(dimmed, old)
  for (const [nth, iris] of irises.entries()) {
    const [is, to] = [own[nth]!, wanted[nth]!]
    const soft = blur(iris, target, IRISES.soft * target.faceWidth)
    shift(
      { ...lab, soft },
      {
        middle: Math.max(1, is.l),
        reflection: is.l + IRISES.reflection,
        lighter: to.l - is.l,
        redder: to.a - is.a,
        yellower: to.b - is.b,
      },
    )
  }
}

/** The colours of two irises, brought so near each other as the target's are, or as good pairs are. */
function evened([left, right]: LabColour[], old: readonly LabColour[]): LabColour[] {
  const axis = (of: keyof LabColour, apart: number): [number, number] => {
    const may = Math.max(apart, Math.abs(old[0]![of] - old[1]![of]))
    const middle = (left![of] + right![of]) / 2
    const half = Math.max(-may, Math.min(may, left![of] - right![of])) / 2
    return [middle + half, middle - half]
  }
  const { apart } = IRISES
  const [l, a, b] = [axis('l', apart.l), axis('a', apart.ab), axis('b', apart.ab)]
  return [
    { l: l[0], a: a[0], b: b[0] },
    { l: l[1], a: a[1], b: b[1] },
  ]
}

const shift = formula(
  {
    planes: ['soft', 'l', 'a', 'b'],
    scalars: ['middle', 'reflection', 'lighter', 'redder', 'yellower'],
  },
  `
  where soft > ${SOFT_LEAST}
  share = soft * (1 - smoothstep(middle, reflection, l))
  l = l + share * min(1, max(0, l) / middle) * lighter
  a = a + share * redder
  b = b + share * yellower
`,
)
