import { COLOUR_WORDS } from '../../../../catalog/object-prompt/colour-words.ts'
import { polylineLength } from '../../../geometry/polyline.ts'
import type { Product } from '../../../product/product.ts'
import { type LabColour, linearToLab, srgbToLab } from '../../../raster/colour/lab.ts'
import type { Garment } from '../garment.ts'
import { TROUSERS_LONG, WORDS_LIGHTNESS, WORDS_LONG } from '../tuning.ts'

/** Describes a garment for a generator that takes no reference picture: its colour and what it is. */
export function garmentWords({ product, ...garment }: Garment): string {
  return `${colourWord(product)} ${nameOf(garment)}`
}

/** The name of a product's mean colour. */
export function colourWord({ data }: Product): string {
  const sum = [0, 0, 0, 0]
  for (let i = 0; i < data.length; i += 4) {
    for (let c = 0; c < 4; c++) sum[c] = sum[c]! + data[i + c]!
  }
  const [r, g, b] = sum.map((value) => value / (sum[3] || 1))
  const colour = linearToLab(r!, g!, b!)
  let [word, least] = ['', Infinity]
  for (const [name, [rgb]] of Object.entries(COLOUR_WORDS)) {
    const far = difference(colour, labOf(rgb))
    if (far < least) [word, least] = [name, far]
  }
  return word
}

function labOf(rgb: string): LabColour {
  const level = (at: number): number => Number.parseInt(rgb.slice(at, at + 2), 16)
  return srgbToLab(level(1), level(3), level(5))
}

/** Names of colours tell hues apart before levels. */
function difference(one: LabColour, other: LabColour): number {
  return Math.hypot(WORDS_LIGHTNESS * (one.l - other.l), one.a - other.a, one.b - other.b)
}

type Described = Garment extends infer Each
  ? Each extends Garment
    ? Omit<Each, 'product'>
    : never
  : never

function nameOf(garment: Described): string {
  if ('waist' in garment.shape) {
    const { legs, waist, sides } = garment.shape
    if (!legs) {
      const long = polylineLength(sides[0]) > WORDS_LONG.skirt * (waist[1].x - waist[0].x)
      return long ? 'long skirt' : 'skirt'
    }
    const rise = legs.crotch.y - waist[0].y
    return polylineLength(legs.inner[0]) > TROUSERS_LONG * rise ? 'trousers' : 'shorts'
  }
  const { sleeves, armpits, hem } = garment.shape
  const what = garment.kind === 'dress' ? 'dress' : 'top'
  if (!sleeves) return `${what} without sleeves`
  const long = polylineLength(sleeves[0].outer) > WORDS_LONG.sleeve * (hem[0]!.y - armpits[0].y)
  return `${what} with ${long ? 'long' : 'short'} sleeves`
}
