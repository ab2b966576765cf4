import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'
import { paintPolygon, visitPolygon } from '../../raster/paint-polygon.ts'
import type { Point } from '../../raster/picture.ts'
import { FACE } from '../../vision/faces/face.ts'
import { EYE_OPENINGS, MOUTH_OPENING } from './openings.ts'

/**
 * What is white in a face, in both eyes alike (of one of a small face too little is seen), and how much of the old one's
 * colour it takes on: between teeth gums and lips are seen.
 */
const WHITES = [
  { rims: EYE_OPENINGS.map(({ rim }) => rim), share: 1 },
  { rims: [MOUTH_OPENING.rim], share: 0.55 },
] as const

/** How much smaller than its rim the inside of an opening is looked at: lashes and lips are blurred into the rest. */
const INSET = 0.85

/** Between these shares of the places by lightness: below lie iris, lashes and gaps, above reflections. */
const LIGHTNESS_PERCENTILES = { from: 0.5, to: 0.92 } as const

/** How much wider than an iris is left out: its dark rim is blurred into the white. */
const IRIS_MARGIN = 1.15

/** With fewer places, or less of the skin's light, it is not known what the old face's white looks like. */
const MIN_EVIDENCE = { places: 10, light: 0.5 } as const

/** How far a white may become darker or lighter, as a share of it, and be tinted, CIELAB units. */
const LIGHTNESS_RATIO = { least: 0.72, most: 1.3 } as const
const TINT_RANGE = { least: -22, most: 22 } as const

/** How much of a white's tint irises and gaps between teeth take on. */
const DARK_SHARE = 0.25

/**
 * Gives the whites of eyes and the teeth the lightness and tint that the old face's have in its light: those of a dark
 * face would shine on a pale one, those of daylight would be blue in a lamp's light.
 * @param skin the old skin's typical L*
 */
export function matchWhites(tone: LabPlanes, old: FaceRegion, skin: number): void {
  for (const { rims, share } of WHITES) {
    const rings = rims.map((rim) => landmarkPath(old, rim))
    const [own, wished] = [meanWhite(tone, old, rings), meanWhite(old.lab, old, rings)]
    if (!own || !wished || wished.l < MIN_EVIDENCE.light * skin) continue
    const inside = allocZeroPlane(tone.l.length)
    for (const ring of rings) paintPolygon(inside, old, ring)
    const soft = blur(inside, old, 0.008 * old.faceWidth)
    const times = 1 + share * (bounded(wished.l / own.l, LIGHTNESS_RATIO) - 1)
    const redder = share * bounded(wished.a - own.a, TINT_RANGE)
    const yellower = share * bounded(wished.b - own.b, TINT_RANGE)
    tint({ ...tone, soft }, { times, redder, yellower, white: Math.max(1, own.l) })
  }
}

const tint = formula(
  { planes: ['soft', 'l', 'a', 'b'], scalars: ['white', 'redder', 'yellower', 'times'] },
  `
  where soft > 0.01
  whiteness = smoothstep(0.4, 0.85, l / white)
  taken = soft * (${DARK_SHARE} + (1 - ${DARK_SHARE}) * whiteness)
  a = a + taken * redder
  b = b + taken * yellower
  l = l * (1 + soft * whiteness * (times - 1))
`,
)

function bounded(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value))
}

type WhiteColour = { l: number; a: number; b: number }

/** The mean colour of what is white within some rings; undefined where too little of it is seen. */
function meanWhite(
  { l, a, b }: LabPlanes,
  canvas: FaceRegion,
  rings: readonly (readonly Point[])[],
): WhiteColour | undefined {
  const irises = [FACE.leftIris, FACE.rightIris].map((iris) => discOf(landmarkPath(canvas, iris)))
  const places: number[] = []
  for (const ring of rings) {
    visitPolygon(canvas, insetRing(ring), (place, share) => {
      const at = { x: (place % canvas.width) + 0.5, y: Math.floor(place / canvas.width) + 0.5 }
      const isIris = irises.some(({ x, y, radius }) => Math.hypot(at.x - x, at.y - y) < radius)
      if (share > 0.9 && !isIris) places.push(place)
    })
  }
  if (places.length < MIN_EVIDENCE.places) return undefined
  places.sort((p, q) => l[p]! - l[q]!)
  const count = places.length
  const kept = places.slice(
    Math.floor(LIGHTNESS_PERCENTILES.from * count),
    Math.ceil(LIGHTNESS_PERCENTILES.to * count),
  )
  const mean = (plane: Float32Array): number =>
    kept.reduce((sum, place) => sum + plane[place]!, 0) / kept.length
  return { l: mean(l), a: mean(a), b: mean(b) }
}

/** The disc of an iris: its middle, then its edge. */
function discOf([middle, ...edge]: readonly Point[]) {
  const { x, y } = middle!
  return { x, y, radius: IRIS_MARGIN * Math.max(...edge.map((p) => Math.hypot(p.x - x, p.y - y))) }
}

function insetRing(ring: readonly Point[]): Point[] {
  const x = ring.reduce((sum, p) => sum + p.x, 0) / ring.length
  const y = ring.reduce((sum, p) => sum + p.y, 0) / ring.length
  return ring.map((p) => ({ x: x + INSET * (p.x - x), y: y + INSET * (p.y - y) }))
}
