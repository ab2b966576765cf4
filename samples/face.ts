import { light, mixColours, shade, skinShade } from './colour.ts'
import { closedCurve, mirroredOutline } from './outline.ts'
import type { Look } from './scene.ts'
import type { SvgContext } from './svg.ts'
import { blurred, clipped, ellipse, fill, softEllipse, stroke } from './svg.ts'

/** The outline of the face; the crown is at y 0 and the chin at 100. */
export const FACE_OUTLINE = closedCurve(
  mirroredOutline('0,3 17,6 29,18 34.5,36 34.5,54 32,70 26,84 16,95.5 7,100 0,100.6'),
)

/** The positions of the features, which a frontal landmark detector looks for. */
export const FEATURE_POSITION = {
  eye: { x: 15.2, y: 50 },
  ear: { x: 35.5, y: 55 },
  nose: 67,
  mouth: 80,
} as const

/** Everything inside the outline of the face: planes of light first, then brows, eyes, nose and mouth. */
export function facialFeatures(context: SvgContext, look: Look): string {
  return (
    clipped(context, [FACE_OUTLINE], planes(look)) +
    nose(look) +
    mouth(look) +
    eye(look, 1, context) +
    eye(look, -1, context)
  )
}

function planes({ skin }: Look): string {
  const dark = skinShade(skin, 0.5)
  const pale = light(skin, 0.55)
  const blush = mixColours(skin, '#d2402f', 0.5)
  return (
    softEllipse([0, 8], 47.2, 25.2, dark, 0.45) +
    softEllipse([32, 60], 21.2, 43.2, dark, 0.5) +
    softEllipse([-9, 29], 26.2, 20.2, pale, 0.49) +
    softEllipse([-19, 62], 19.2, 17.2, pale, 0.29) +
    [1, -1].map((side) => softEllipse([side * 15.5, 48], 16.6, 12.1, dark, 0.42)).join('') +
    [1, -1].map((side) => softEllipse([side * 21, 68], 13.6, 12.1, blush, 0.4)).join('') +
    softEllipse([4, 90], 17.6, 8.6, dark, 0.2) +
    softEllipse([-1, 95], 11.6, 8.6, pale, 0.2) +
    softEllipse([0, 87.5], 13.6, 7.6, dark, 0.2)
  )
}

function nose({ skin }: Look): string {
  const dark = skinShade(skin, 0.6)
  const pale = light(skin, 0.7)
  return (
    blurred(
      2,
      fill(closedCurve('3,46 5.5,58 9,68 3,70 3.5,60'), dark, 0.45) +
        ellipse([0.5, 71.5], 8.5, 2.4, dark, 0.6),
    ) +
    blurred(
      1,
      stroke('M-0.8 47L-1 64', pale, 2.6, 0.3) + ellipse([-1.2, 65.5], 3, 2.6, pale, 0.42),
    ) +
    stroke('M-8 66.5C-9.6 69.5 -7.4 71.8 -5.2 70.4', dark, 1, 0.7) +
    stroke('M8 66.5C9.6 69.5 7.4 71.8 5.2 70.4', dark, 1, 0.8) +
    ellipse([-3.7, 70.3], 2, 1, skinShade(skin, 0.85), 0.85) +
    ellipse([3.7, 70.3], 2, 1, skinShade(skin, 0.85), 0.85) +
    stroke('M-2 71.6Q0 72.8 2 71.6', dark, 0.8, 0.6)
  )
}

function mouth({ skin, beard }: Look): string {
  const lip = mixColours(mixColours(skin, '#a8322f', beard ? 0.4 : 0.55), '#5a1512', 0.08)
  const upper =
    'M-13 78.4C-8 77.2 -4 75.4 -1.8 76.2Q0 77 1.8 76.2C4 75.4 8 77.2 13 78.4C8.4 80.8 4 81.1 0 81.2' +
    'C-4 81.1 -8.4 80.8 -13 78.4Z'
  const lower =
    'M-12.4 78.9C-8.2 80.9 -4 81.1 0 81.2C4 81.1 8.2 80.9 12.4 78.9C9.4 84.4 4.8 86.2 0 86.2' +
    'C-4.8 86.2 -9.4 84.4 -12.4 78.9Z'
  return (
    fill(upper, shade(lip, 0.14)) +
    fill(lower, light(lip, 0.12)) +
    softEllipse([-1.5, 83], 6, 2.5, '#fff0e4', 0.4) +
    stroke(
      'M-13.6 78Q-11.4 79.6 -8 80.3C-4 81.3 4 81.3 8 80.3Q11.4 79.6 13.6 78',
      skinShade(skin, 0.9),
      0.95,
      0.85,
    ) +
    blurred(
      1,
      stroke('M-14.6 76.2Q-15.8 77.8 -14.8 79.6', skinShade(skin, 0.6), 1, 0.5) +
        stroke('M14.6 76.2Q15.8 77.8 14.8 79.6', skinShade(skin, 0.6), 1, 0.55),
    )
  )
}

function eye(look: Look, side: 1 | -1, context: SvgContext): string {
  const { x, y } = FEATURE_POSITION.eye
  const almond =
    'M-7.6 1.2C-5.4 -2.4 -2.6 -3.7 0.2 -3.7C3.4 -3.7 6 -1.8 7.8 0.2C5.4 2.8 3 3.5 0.3 3.5C-2.8 3.5 -5.6 2.9 -7.6 1.2Z'
  const lid = 'M-7.9 1.4C-5.5 -2.7 -2.6 -4 0.2 -4C3.5 -4 6.2 -2 8.4 0.1'
  const dark = shade(look.hair, 0.7)
  const iris =
    ellipse([0, -0.3], 3.9, 3.9, shade(look.eyes, 0.45)) +
    ellipse([0, 0.3], 3, 3, look.eyes) +
    ellipse([0, -0.3], 1.7, 1.7, '#0d090b')
  const glint = ellipse([-1.3 * side, -1.8], 1.05, 1, '#ffffff', 0.95)
  const brow = closedCurve('-8.4,-9.6 -3,-12 3,-12.6 10.4,-8.6 3.4,-9.9 -3,-9.3 -8.2,-7.1')
  const hairs = Array.from({ length: 9 }, (_, i) => {
    const from = -8 + i * 1.9
    return stroke(
      `M${from} ${-8.4 - 1.8 * Math.sin((i + 1) / 3)}l${1.6 + context.random()} -2`,
      dark,
      0.6,
      0.6,
    )
  }).join('')
  return (
    `<g transform="translate(${side * x} ${y}) scale(${side} 1)">` +
    fill(almond, '#ece2dc') +
    clipped(
      context,
      [almond],
      iris +
        blurred(1, stroke(lid, '#2a1512', 2.2, 0.5)) +
        ellipse([-7, 1], 1.4, 1.2, '#d98d80', 0.8),
    ) +
    glint +
    stroke(lid, shade(look.hair, 0.85), look.beard ? 1.1 : 1.6, 0.95) +
    stroke(
      'M-7 -2.6C-4.6 -5.2 -2 -6 0.4 -6C3.4 -6 6 -4.6 7.6 -2.8',
      skinShade(look.skin, 0.65),
      0.8,
      0.6,
    ) +
    stroke('M-5.6 3.2Q0 5.2 6.2 2.4', skinShade(look.skin, 0.6), 0.7, 0.5) +
    fill(brow, dark, 0.82) +
    hairs +
    '</g>'
  )
}
