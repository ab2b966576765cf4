import { type ClothPattern, clothPattern } from './cloth-patterns.ts'
import { light, mixColours, shade } from './colour.ts'
import type { GarmentArt } from './garment-art.ts'
import type { Point } from './scene.ts'
import { stroke } from './svg.ts'

type TopCut = {
  sleeves: 'short' | 'long'
  neck: 'round' | 'collar' | 'zip'
  /** Half the width at the armpits, and the length from the neck. */
  chest: number
  length: number
  colour: string
  accent: string
  pattern: ClothPattern
  /** How much wider than the chest the hem of a dress is, at each side; it is taken in at the waist. */
  flare?: number
}

const WIDTH = 560
const MIDDLE = WIDTH / 2

/** Corners of the left half of each kind of sleeve. */
function cornersOf({ sleeves, neck, chest, length, flare }: TopCut): Record<string, Point> {
  const at = (half: number, y: number): Point => ({ x: MIDDLE - half, y })
  const cuffs =
    sleeves === 'short'
      ? { cuffOuter: at(chest + 98, 158), cuffInner: at(chest + 54, 222) }
      : { cuffOuter: at(chest + 112, 430), cuffInner: at(chest + 62, 440) }
  return {
    neck: at(66, 22),
    shoulder: at(chest + 6, 62),
    ...cuffs,
    armpit: at(chest, 172),
    ...(flare !== undefined && { waist: at(chest - 34, 300) }),
    hem: at(flare === undefined ? chest - 4 : chest + flare, length),
    throat: { x: MIDDLE, y: neck === 'round' ? 78 : 104 },
    nape: { x: MIDDLE, y: 34 },
  }
}

/** A top as it lies flat, or hangs without its wearer: the inside of the back shows in the neck. */
function top(name: string, cut: TopCut): GarmentArt {
  const corners = cornersOf(cut)
  const size = { width: WIDTH, height: cut.length + 48 }
  const { colour, accent } = cut
  const id = `cloth-${name}`
  const front = outline(corners, corners['throat']!)
  const inside = mixColours(shade(colour, 0.5), '#000000', 0.25)
  const markup =
    `<clipPath id="${id}"><path d="${front}"/></clipPath>` +
    `<path d="${outline(corners, corners['nape']!)}" fill="${inside}"/>` +
    `<path d="${front}" fill="${colour}"/>` +
    `<g clip-path="url(#${id})">${clothPattern(cut.pattern, size, [colour, accent])}` +
    `${creases(corners, cut)}${trim(corners, cut)}</g>`
  return { name, ...size, markup, corners, middle: MIDDLE }
}

function outline(corners: Record<string, Point>, dip: Point): string {
  const { neck, shoulder, cuffOuter, cuffInner, armpit, hem } = corners as Record<string, Point>
  const { waist } = corners
  const left = [neck!, shoulder!, cuffOuter!, cuffInner!, armpit!, ...(waist ? [waist] : []), hem!]
  const right = left.map(({ x, y }) => ({ x: 2 * MIDDLE - x, y })).reverse()
  const say = ({ x, y }: Point) => `${x} ${y}`
  const hemCurve = `Q${MIDDLE} ${hem!.y + 16} ${say(right[0]!)}`
  const lines = (points: Point[]) => points.map((point) => `L${say(point)}`).join('')
  return (
    `M${say(left[0]!)}${lines(left.slice(1))}${hemCurve}${lines(right.slice(1))}` +
    `Q${MIDDLE + 46} ${dip.y} ${MIDDLE} ${dip.y}Q${MIDDLE - 46} ${dip.y} ${say(left[0]!)}Z`
  )
}

function creases({ armpit, hem, cuffOuter, shoulder }: Record<string, Point>, cut: TopCut): string {
  const dark = shade(cut.colour, 0.6)
  const mirrored = (d: (side: 1 | -1) => string) => d(-1) + d(1)
  const x = (side: number, p: Point, by = 0) => MIDDLE + side * (MIDDLE - p.x - by)
  const lines = mirrored(
    (side) =>
      [0, 1, 2]
        .map((n) =>
          stroke(
            `M${x(side, armpit!, 2)} ${armpit!.y + 6 * n}Q${x(side, armpit!, 34)} ${armpit!.y + 24 * n + 30} ` +
              `${x(side, armpit!, 50 + 14 * n)} ${armpit!.y + 70 + 34 * n}`,
            dark,
            5,
            0.3,
          ),
        )
        .join('') +
      stroke(
        `M${x(side, hem!, 30)} ${hem!.y}Q${x(side, hem!, 44)} ${hem!.y - 70} ${x(side, hem!, 20)} ${hem!.y - 150}`,
        dark,
        7,
        0.25,
      ) +
      stroke(
        `M${x(side, shoulder!, -6)} ${shoulder!.y + 8}L${x(side, cuffOuter!, 22)} ${cuffOuter!.y - 12}`,
        light(cut.colour, 0.6),
        10,
        0.22,
      ),
  )
  return lines
}

function trim(corners: Record<string, Point>, cut: TopCut): string {
  const { throat, neck, hem, cuffOuter, cuffInner, shoulder, armpit } = corners as Record<
    string,
    Point
  >
  const dark = mixColours(cut.colour, '#000000', 0.35)
  const right = (p: Point): Point => ({ x: 2 * MIDDLE - p.x, y: p.y })
  const line = (a: Point, b: Point, width: number, opacity: number) =>
    stroke(`M${a.x} ${a.y}L${b.x} ${b.y}`, dark, width, opacity)
  const seams = [shoulder!, right(shoulder!)]
    .map((tip, n) => line(tip, n ? right(armpit!) : armpit!, 1.6, 0.6))
    .join('')
  const cuffs = [
    [cuffOuter!, cuffInner!],
    [right(cuffOuter!), right(cuffInner!)],
  ]
    .map(([a, b]) => line(a!, b!, 13, 0.28))
    .join('')
  const band = stroke(
    `M${neck!.x} ${neck!.y}Q${MIDDLE - 46} ${throat!.y} ${MIDDLE} ${throat!.y}Q${MIDDLE + 46} ${throat!.y} ${right(neck!).x} ${neck!.y}`,
    dark,
    16,
    0.3,
  )
  const hemLine = stroke(
    `M${hem!.x} ${hem!.y - 9}Q${MIDDLE} ${hem!.y + 7} ${right(hem!).x} ${hem!.y - 9}`,
    dark,
    2,
    0.5,
  )
  return seams + cuffs + hemLine + (cut.neck === 'round' ? band : opening(cut, corners, dark))
}

/** The collar and front of a shirt, or the zip of a jacket. */
function opening(
  { neck: kind, colour }: TopCut,
  { neck, throat, hem }: Record<string, Point>,
  dark: string,
): string {
  const flap = (side: number) =>
    `<path d="M${MIDDLE + side * 66} ${neck!.y}L${MIDDLE} ${throat!.y}L${MIDDLE + side * 26} ${throat!.y + 34}` +
    `L${MIDDLE + side * 92} ${neck!.y + 26}Z" fill="${mixColours(colour, '#ffffff', 0.12)}" stroke="${dark}" stroke-width="1.6"/>`
  const front = stroke(
    `M${MIDDLE} ${throat!.y}L${MIDDLE} ${hem!.y + 10}`,
    dark,
    kind === 'zip' ? 5 : 2,
    0.8,
  )
  const buttons = [150, 210, 270, 330, 390, 450]
    .map(
      (y) =>
        `<circle cx="${MIDDLE + 8}" cy="${y}" r="4" fill="${mixColours(colour, '#ffffff', 0.5)}" stroke="${dark}"/>`,
    )
    .join('')
  return flap(-1) + flap(1) + front + (kind === 'collar' ? buttons : '')
}

const BASE = { chest: 148, length: 512, accent: '#f3efe6' } as const

export const TOPS: readonly GarmentArt[] = [
  top('tee', { ...BASE, sleeves: 'short', neck: 'round', colour: '#2f5d8c', pattern: 'plain' }),
  top('striped-tee', {
    ...BASE,
    sleeves: 'short',
    neck: 'round',
    colour: '#27406b',
    pattern: 'stripes',
  }),
  top('printed-tee', {
    ...BASE,
    sleeves: 'short',
    neck: 'round',
    colour: '#8f2f3a',
    pattern: 'emblem',
  }),
  top('dotted-tee', {
    ...BASE,
    sleeves: 'short',
    neck: 'round',
    colour: '#d9b23c',
    accent: '#33415c',
    pattern: 'dots',
  }),
  top('checked-shirt', {
    ...BASE,
    sleeves: 'long',
    neck: 'collar',
    colour: '#b9c7d8',
    accent: '#3d6b52',
    pattern: 'checks',
  }),
  top('sweater', { ...BASE, sleeves: 'long', neck: 'round', colour: '#a3572f', pattern: 'ribs' }),
  top('striped-sweater', {
    ...BASE,
    sleeves: 'long',
    neck: 'round',
    colour: '#3c3f45',
    accent: '#c9bfa8',
    pattern: 'stripes',
  }),
  top('dress', {
    ...BASE,
    sleeves: 'short',
    neck: 'round',
    colour: '#2f6f62',
    pattern: 'dots',
    length: 790,
    flare: 62,
  }),
  top('striped-dress', {
    ...BASE,
    sleeves: 'long',
    neck: 'round',
    colour: '#7a3b48',
    pattern: 'stripes',
    length: 760,
    flare: 36,
  }),
  top('jacket', { ...BASE, sleeves: 'long', neck: 'zip', colour: '#3e4a3d', pattern: 'plain' }),
]
