/** What a part of a drawing needs from the drawing it is part of: chance that repeats, and names nobody else has. */
export type SvgContext = {
  /** The next number of the seed's sequence, 0 up to 1. */
  random: () => number
  /** A name no other element of the drawing has. */
  uniqueId: () => string
}

/** A part of a figure: how it looks, and what it covers (shapes without a fill of their own). */
export type Part = { markup: string; silhouette: string }

/** A brush whose chance follows from the seed alone (a 32-bit multiplicative mix). */
export function createSvgContext(seed: number): SvgContext {
  let state = seed >>> 0
  let names = 0
  return {
    random: () => {
      state = (state + 0x6d2b79f5) >>> 0
      let t = Math.imul(state ^ (state >>> 15), state | 1)
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296
    },
    uniqueId: () => `n${names++}`,
  }
}

/** Only what lies inside the shapes (path data). */
export function clipped(brush: SvgContext, shapes: string[], art: string): string {
  const name = brush.uniqueId()
  const paths = shapes.map((d) => `<path d="${d}"/>`).join('')
  return `<clipPath id="${name}">${paths}</clipPath><g clip-path="url(#${name})">${art}</g>`
}

/** Art out of focus: `by` is one of the sizes `shading` defines. */
export function blurred(by: 1 | 2 | 4 | 8, art: string): string {
  return `<g filter="url(#soft${by})">${art}</g>`
}

/** A stroke along path data. */
export function stroke(d: string, colour: string, width: number, opacity = 1): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** A filled ellipse. */
export function ellipse(
  at: readonly [number, number],
  rx: number,
  ry: number,
  fill: string,
  opacity = 1,
): string {
  return `<ellipse cx="${at[0]}" cy="${at[1]}" rx="${rx}" ry="${ry}" fill="${fill}" fill-opacity="${opacity}"/>`
}

/** An ellipse of light or shadow, strongest in its middle and gone at its rim: smoother than a blur, and quicker. */
export function softEllipse(
  at: readonly [number, number],
  rx: number,
  ry: number,
  colour: string,
  opacity: number,
): string {
  const name = `mist-${colour.slice(1)}`
  const stops = SOFT_FALLOFF.map(
    ([offset, share]) =>
      `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${share}"/>`,
  ).join('')
  return `<radialGradient id="${name}">${stops}</radialGradient>${ellipse(at, rx, ry, `url(#${name})`, opacity)}`
}

/** The fall of a mist, near a bell curve. Its gradient is named after its colour, so two of a colour are the same. */
const SOFT_FALLOFF = [
  [0, 1],
  [0.25, 0.85],
  [0.5, 0.5],
  [0.75, 0.16],
  [1, 0],
] as const

/** A filled path. */
export function fill(d: string, colour: string, opacity = 1): string {
  return `<path d="${d}" fill="${colour}" fill-opacity="${opacity}"/>`
}
