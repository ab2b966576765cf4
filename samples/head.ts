import { light, shade, skinShade } from './colour.ts'
import { concerns } from './concerns.ts'
import { FACE_OUTLINE, facialFeatures } from './face.ts'
import { backHair, frontHair, locksOf } from './hair.ts'
import { closedCurve, mirroredOutline, openCurve } from './outline.ts'
import type { Build, Look } from './scene.ts'
import type { Part, SvgContext } from './svg.ts'
import { blurred, clipped, fill, softEllipse, stroke } from './svg.ts'

const EAR = closedCurve('32,46 37,43 41,48 40,58 37,67 32,66')

/** Where an ear is fixed to the head: ears of another size grow from here. */
export const EAR_ROOT = { x: 33, y: 54 } as const

const BEARD = closedCurve(
  '-34,52 -33.5,70 -27,87 -15,99 0,104 15,99 27,87 33.5,70 34,52 30,66 22,74 12,74 0,73.5 -12,74 -22,74 -30,66',
  0.9,
)

/** The point about which the head tilts, in the units of the figure. */
export const HEAD_PIVOT = { x: 0, y: 108 } as const

function tilted(degrees: number, art: string) {
  return `<g transform="rotate(${degrees} ${HEAD_PIVOT.x} ${HEAD_PIVOT.y})">${art}</g>`
}

/** Neck and throat down to where the clothes begin, with the shadow of the chin. */
export function neck(context: SvgContext, build: Build, look: Look): Part {
  const { neck, shoulders } = build
  const outline = closedCurve(
    mirroredOutline([
      [0, 70],
      [neck, 78],
      [neck, 104],
      [neck + 5, 121],
      [neck + 20, 132],
      [shoulders * 0.85, 141],
      [shoulders * 0.6, 190],
      [0, 200],
    ]),
    0.85,
  )
  const dark = skinShade(look.skin, 0.62)
  const bones = [1, -1].map((side) =>
    openCurve([
      [side * 5, 134],
      [side * 24, 136],
      [side * 48, 133],
    ]),
  )
  const marks =
    softEllipse([4, 101], neck + 12, 20.6, dark, 0.85) +
    blurred(
      2,
      stroke(`M${neck * 0.5} 106L6 131`, dark, 3, 0.35) +
        stroke(`M${-neck * 0.5} 106L-6 131`, dark, 3, 0.3),
    ) +
    blurred(2, bones.map((d) => stroke(d, dark, 2.5, 0.35)).join(''))
  return {
    markup: `<g filter="url(#form-skin)">${fill(outline, look.skin)}</g>${clipped(context, [outline], marks)}`,
    silhouette: `<path d="${outline}"/>`,
  }
}

/** Hair behind the neck and the shoulders. */
export function hairBehind(context: SvgContext, look: Look, tilt: number): Part {
  const hair = backHair(context, look)
  return { markup: tilted(tilt, hair.markup), silhouette: tilted(tilt, hair.silhouette) }
}

/** Hair before the neck and the shoulders; none without locks. */
export function hairBefore(context: SvgContext, look: Look, tilt: number): Part {
  if (!look.locks) return { markup: '', silhouette: '' }
  const hair = locksOf(context, look)
  return { markup: tilted(tilt, hair.markup), silhouette: tilted(tilt, hair.silhouette) }
}

/** Face, ears, beard and the hair over the forehead. */
export function head(context: SvgContext, look: Look, tilt: number): Part {
  const hair = frontHair(context, look)
  const ears = look.hairCut === 'long' ? '' : bothEars(look, `<path d="${EAR}"/>`)
  const inner = stroke('M34.5 50Q39 46 38.5 54Q38 60 35.5 62', skinShade(look.skin, 0.6), 1.2, 0.6)
  const whorl = ears && bothEars(look, inner)
  const skull = `<path d="${FACE_OUTLINE}"/>`
  const growth = look.beard ? beard(context, look) : ''
  return {
    markup: tilted(
      tilt,
      `<g filter="url(#form-small)" fill="${skinShade(look.skin, 0.12)}">${ears}</g>${whorl}` +
        `<g filter="url(#form-head)" fill="${look.skin}">${skull}</g>` +
        `${look.concerns ? concerns(context, look) : ''}${facialFeatures(context, look)}${growth}${hair.markup}`,
    ),
    silhouette: tilted(
      tilt,
      ears + skull + (look.beard ? `<path d="${BEARD}"/>` : '') + hair.silhouette,
    ),
  }
}

function bothEars({ ears = 1 }: Look, art: string): string {
  const { x, y } = EAR_ROOT
  const one = `<g transform="translate(${x} ${y}) scale(${ears}) translate(${-x} ${-y})">${art}</g>`
  return `${one}<g transform="scale(-1 1)">${one}</g>`
}

function beard(context: SvgContext, look: Look): string {
  const mouth = '<path d="M-13.5 80C-8 75 8 75 13.5 80C8 88 -8 88 -13.5 80Z"/>'
  const name = context.uniqueId()
  const hairs = Array.from({ length: 120 }, () => {
    const x = (context.random() - 0.5) * 62
    const y = 66 + context.random() * 36
    return stroke(
      `M${x.toFixed(1)} ${y.toFixed(1)}l${(x * 0.04).toFixed(1)} 4`,
      context.random() < 0.4 ? light(look.hair, 0.4) : shade(look.hair, 0.6),
      0.7,
      0.5,
    )
  }).join('')
  const around =
    `<mask id="${name}" maskUnits="userSpaceOnUse" x="-60" y="0" width="120" height="130">` +
    `<rect x="-60" width="120" height="130" fill="#fff"/><g fill="#000">${mouth}</g></mask>`
  return (
    `${around}<g mask="url(#${name})">${blurred(1, fill(BEARD, look.hair, 0.88))}${clipped(context, [BEARD], hairs)}` +
    `${stroke('M-12 75.2Q-5 72.8 0 74Q5 72.8 12 75.2', look.hair, 4, 0.7)}</g>`
  )
}
