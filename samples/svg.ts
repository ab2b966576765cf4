/** What every part of a drawing shares: random numbers that repeat, and unique element ids. */
export type SvgContext = {
  /** The next random number of the seed's sequence, 0 to below 1. */
  random: () => number
  /** An id that no other element of the drawing has. */
  uniqueId: () => string
}

/** A part of a figure: its SVG markup, and its silhouette (shapes without a fill of their own). */
export type Part = { markup: string; silhouette: string }

/** Creates the context of a drawing. Its random numbers depend on the seed alone (Mulberry32). */
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

/** Clips markup to shapes (path data). */
export function clipped(context: SvgContext, shapes: string[], art: string): string {
  const name = context.uniqueId()
  const paths = shapes.map((d) => `<path d="${d}"/>`).join('')
  return `<clipPath id="${name}">${paths}</clipPath><g clip-path="url(#${name})">${art}</g>`
}

/** Blurs markup. `by` is one of the blur sizes that `svgFilters` defines. */
export function blurred(by: 1 | 2 | 4 | 8, art: string): string {
  return `<g filter="url(#soft${by})">${art}</g>`
}

/** A stroke along path data. The width is in the units of the parent element, the opacity 0-1. */
export function stroke(d: string, colour: string, width: number, opacity = 1): string {
  return (
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" ` +
    `stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`
  )
}

/** A filled ellipse with the radii `rx` and `ry`. The opacity is 0-1. */
export function ellipse(
  at: readonly [number, number],
  rx: number,
  ry: number,
  fill: string,
  opacity = 1,
): string {
  return `<ellipse cx="${at[0]}" cy="${at[1]}" rx="${rx}" ry="${ry}" fill="${fill}" fill-opacity="${opacity}"/>`
}

/**
 * An ellipse of light or shadow, strongest in the middle and transparent at its edge. It is smoother than a blur, and
 * faster.
 */
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

/**
 * Offset and opacity of the gradient stops, close to a bell curve. The gradient is named after its colour, so that
 * two of the same colour are the same element.
 */
const SOFT_FALLOFF = [
  [0, 1],
  [0.25, 0.85],
  [0.5, 0.5],
  [0.75, 0.16],
  [1, 0],
] as const

/** A filled path. The opacity is 0-1. */
export function fill(d: string, colour: string, opacity = 1): string {
  return `<path d="${d}" fill="${colour}" fill-opacity="${opacity}"/>`
}

/** A filled rectangle. The opacity is 0-1. */
export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  opacity = 1,
) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" fill-opacity="${opacity}"/>`
}

/** A straight line from one `[x, y]` to another. The opacity is 0-1. */
export function line(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  colour: string,
  width: number,
  opacity: number,
) {
  return (
    `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" ` +
    `stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"/>`
  )
}
