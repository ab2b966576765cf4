import { type ClothPattern, clothPattern } from './cloth-patterns.ts'
import { light, mixColours, shade } from './colour.ts'
import type { GarmentArt } from './garment-art.ts'
import type { Point } from './scene.ts'
import { stroke } from './svg.ts'

type BottomCut = {
  kind: 'trousers' | 'skirt'
  /** Half the width of the waist, and of the hips or of a skirt's hem. */
  waist: number
  wide: number
  length: number
  colour: string
  accent: string
  pattern: ClothPattern
}

const WIDTH = 560
const MIDDLE = WIDTH / 2
const WAIST = 20
const CROTCH = 212

/** Corners of the left half. */
function cornersOf({ kind, waist, wide, length }: BottomCut): Record<string, Point> {
  const at = (half: number, y: number): Point => ({ x: MIDDLE - half, y })
  const ends = { waist: at(waist, WAIST), middle: at(0, WAIST + 9) }
  if (kind === 'skirt') return { ...ends, hemOuter: at(wide, length) }
  const short = length < 480
  return {
    ...ends,
    hip: at(wide, 150),
    crotch: at(0, CROTCH),
    hemOuter: at(short ? wide + 8 : wide - 22, length),
    hemInner: at(short ? 16 : 44, length + 4),
  }
}

function bottom(name: string, cut: BottomCut): GarmentArt {
  const corners = cornersOf(cut)
  const { colour, accent, length } = cut
  const id = `cloth-${name}`
  const size = { width: WIDTH, height: length + 30 }
  const shape = cut.kind === 'skirt' ? skirtOutline(corners) : trousersOutline(corners)
  const markup =
    `<clipPath id="${id}"><path d="${shape}"/></clipPath><path d="${shape}" fill="${colour}"/>` +
    `<g clip-path="url(#${id})">${clothPattern(cut.pattern, size, [colour, accent])}` +
    `${cut.kind === 'skirt' ? pleats(corners, cut) : seams(corners, cut)}${band(corners, cut)}</g>`
  return { name, ...size, markup, corners, middle: MIDDLE }
}

const say = ({ x, y }: Point): string => `${x} ${y}`
const mirrored = ({ x, y }: Point): Point => ({ x: 2 * MIDDLE - x, y })

function trousersOutline(corners: Record<string, Point>): string {
  const { waist, middle, hip, crotch, hemOuter, hemInner } = corners as Record<string, Point>
  const left = [hip!, hemOuter!, hemInner!, crotch!]
  const right = [hemInner!, hemOuter!, hip!, waist!].map(mirrored)
  const lines = [...left, ...right].map((point) => `L${say(point)}`).join('')
  return `M${say(waist!)}${lines}Q${MIDDLE} ${2 * middle!.y - WAIST} ${say(waist!)}Z`
}

function skirtOutline({ waist, middle, hemOuter }: Record<string, Point>): string {
  const { x, y } = hemOuter!
  return (
    `M${say(waist!)}Q${x + 20} ${0.45 * y} ${say(hemOuter!)}Q${MIDDLE} ${y + 26} ${2 * MIDDLE - x} ${y}` +
    `Q${2 * MIDDLE - x - 20} ${0.45 * y} ${say(mirrored(waist!))}Q${MIDDLE} ${2 * middle!.y - WAIST} ${say(waist!)}Z`
  )
}

function band({ waist, middle }: Record<string, Point>, { colour }: BottomCut): string {
  const dark = mixColours(colour, '#000000', 0.4)
  const line = (by: number, width: number, opacity: number) =>
    stroke(
      `M${waist!.x - 20} ${WAIST + by}Q${MIDDLE} ${2 * middle!.y - WAIST + by} ${2 * MIDDLE - waist!.x + 20} ${WAIST + by}`,
      dark,
      width,
      opacity,
    )
  return line(10, 20, 0.22) + line(22, 2, 0.7)
}

function seams(corners: Record<string, Point>, { colour }: BottomCut): string {
  const { crotch, hip, hemOuter, hemInner } = corners as Record<string, Point>
  const dark = shade(colour, 0.6)
  const both = (d: (onto: (p: Point) => Point) => string) => d((p) => p) + d(mirrored)
  const fly = stroke(`M${MIDDLE} ${WAIST + 10}L${say(crotch!)}`, dark, 2, 0.7)
  const legs = both((onto) => {
    const [outer, inner, side] = [onto(hemOuter!), onto(hemInner!), onto(hip!)]
    const middle = (outer.x + inner.x) / 2
    const knee = (CROTCH + outer.y) / 2
    return (
      stroke(`M${outer.x} ${outer.y - 14}L${inner.x} ${inner.y - 14}`, dark, 2, 0.6) +
      stroke(
        `M${(side.x + MIDDLE) / 2} ${CROTCH + 10}L${middle} ${outer.y}`,
        light(colour, 0.5),
        16,
        0.2,
      ) +
      stroke(
        `M${side.x} ${knee}Q${middle} ${knee + 26} ${(middle + inner.x) / 2} ${knee + 4}`,
        dark,
        6,
        0.22,
      ) +
      stroke(
        `M${MIDDLE} ${CROTCH}Q${(side.x + MIDDLE) / 2} ${CROTCH - 6} ${side.x} ${CROTCH - 40}`,
        dark,
        6,
        0.25,
      ) +
      stroke(
        `M${onto({ x: 160, y: 44 }).x} 44Q${onto({ x: 150, y: 0 }).x} 80 ${side.x} 100`,
        dark,
        2,
        0.6,
      )
    )
  })
  return fly + legs
}

function pleats({ waist, hemOuter }: Record<string, Point>, { colour }: BottomCut): string {
  const dark = shade(colour, 0.6)
  return [-0.8, -0.5, -0.2, 0.1, 0.4, 0.7]
    .map((share) => {
      const [from, to] = [MIDDLE - waist!.x, MIDDLE - hemOuter!.x].map(
        (half) => MIDDLE + share * half,
      )
      const end = hemOuter!.y + 14
      return (
        stroke(`M${from} ${WAIST + 24}L${to} ${end}`, dark, 7, 0.24) +
        stroke(`M${from! + 9} ${WAIST + 24}L${to! + 12} ${end}`, light(colour, 0.5), 6, 0.2)
      )
    })
    .join('')
}

const TROUSERS = {
  kind: 'trousers',
  waist: 140,
  wide: 176,
  length: 740,
  accent: '#e8e2d2',
} as const
const SKIRT = { kind: 'skirt', waist: 130, wide: 200, length: 440, accent: '#f0e9da' } as const

export const BOTTOMS: readonly GarmentArt[] = [
  bottom('jeans', { ...TROUSERS, colour: '#34507c', pattern: 'plain' }),
  bottom('checked-trousers', { ...TROUSERS, colour: '#7b6a58', pattern: 'checks' }),
  bottom('shorts', { ...TROUSERS, wide: 184, length: 330, colour: '#7a8450', pattern: 'plain' }),
  bottom('pleated-skirt', { ...SKIRT, colour: '#8a3f5b', pattern: 'plain' }),
  bottom('striped-skirt', { ...SKIRT, length: 480, colour: '#2c4a63', pattern: 'stripes' }),
  bottom('long-skirt', { ...SKIRT, wide: 230, length: 700, colour: '#4c3a66', pattern: 'dots' }),
]
