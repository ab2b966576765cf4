import { boxOfPixels } from '../geometry/bounding-box.ts'
import { quantileOrZero } from '../geometry/quantile.ts'
import type { Size } from '../geometry/size.ts'
import type { LabPlanes } from '../raster/colour/lab-planes.ts'
import { debugPlane } from '../raster/debug.ts'
import { findComponents } from '../raster/mask/find-components.ts'
import { growMask } from '../raster/mask/grow-mask.ts'
import { type ColourModel, fitColourModel } from '../regions/colour-model.ts'
import { boxMean } from '../vision/mattes/box-mean.ts'
import { CLUTTER, HUE, OUTLINE, PIECES } from './tuning.ts'

/**
 * Which pixels show the ground of a picture of coloured jewellery on cloth, stone or wood, 1 or 0. Folds, grain and
 * shadows change how light a ground is and leave it the hue of the picture's border; gold and coloured stones have
 * another one. What the piece mirrors below it has less of it.
 * @returns undefined where hues do not tell one piece or a few: its outline is soft, other things have such hues, or it
 * leaves the picture
 */
export function colouredGround(lab: LabPlanes, size: Size): Float32Array | undefined {
  const far = boxMean(farFromHues(lab, size, huesOfBorder(lab, size)), size.width, size.height, 1)
  debugPlane(
    'far from the hues of the ground',
    far.map((by) => Math.min(1, by / 60)),
    size,
  )
  const outstanding = far.filter((by) => by > HUE.seen)
  if (outstanding.length < PIECES.least * far.length) return undefined
  const own = quantileOrZero(outstanding, HUE.own)
  if (own < HUE.least) return undefined
  const product = Uint8Array.from(far, (by) => (by > HUE.still * own ? 1 : 0))
  const pieces = piecesOf(product, size)
  const kept = pieces.filter(
    ({ pixels }) => pixels.length > PIECES.small * pieces[0]!.pixels.length,
  )
  if (kept.length > PIECES.most || kept.some(({ pixels }) => isAtBorder(pixels, size))) {
    return undefined
  }
  const ground = new Float32Array(far.length).fill(1)
  for (const { pixels } of kept) for (const at of pixels) ground[at] = 0
  fillClosed(ground, far, own, size)
  return isClutter(ground, far, own, size) || !isOutlined(ground, far, own, size)
    ? undefined
    : ground
}

/** The typical colours of the picture's border. */
function huesOfBorder(lab: LabPlanes, { width, height }: Size): ColourModel {
  const strip = Math.max(2, Math.round(HUE.strip * Math.min(width, height)))
  const border: number[] = []
  for (let at = 0; at < lab.l.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const inside = Math.min(x, y, width - 1 - x, height - 1 - y)
    if (inside < strip && (x + y) % HUE.step === 0) border.push(at)
  }
  return fitColourModel(lab, border, HUE.colours)
}

/** How far each pixel is from the nearest of the colours in any light, CIELAB units. */
function farFromHues({ l, a, b }: LabPlanes, { width, height }: Size, hues: ColourModel) {
  const far = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY)
  for (const [light, red, yellow] of hues) {
    const least = Math.max(8, light)
    for (let at = 0; at < far.length; at++) {
      const share = Math.min(HUE.lit, Math.max(HUE.shaded, l[at]! / least))
      const beyond = HUE.beyond * (l[at]! - share * light)
      const [da, db] = [a[at]! - share * red, b[at]! - share * yellow]
      const square = da * da + db * db + beyond * beyond
      if (square < far[at]!) far[at] = square
    }
  }
  return far.map(Math.sqrt)
}

const ANY = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY } as const

function piecesOf(mask: Uint8Array, { width }: Size) {
  return findComponents(Float32Array.from(mask), width, ANY).toSorted(
    (one, other) => other.pixels.length - one.pixels.length,
  )
}

function isAtBorder(pixels: readonly number[], size: Size): boolean {
  const { left, top, width, height } = boxOfPixels(pixels as number[], size.width)
  const room = PIECES.room * Math.min(size.width, size.height)
  return Math.min(left, top, size.width - left - width, size.height - top - height) < room
}

/** Closes what a piece mirrors: small enclosed places, and such that have something of its hue. Openings stay. */
function fillClosed(ground: Float32Array, far: Float32Array, own: number, { width }: Size): void {
  for (const { pixels } of findComponents(ground, width, ANY).slice()) {
    const isSmall = pixels.length < PIECES.closed * ground.length
    const mean = pixels.reduce((sum, at) => sum + far[at]!, 0) / pixels.length
    const isMirrored = pixels.length < PIECES.mirrored * ground.length && mean > HUE.mirrored * own
    if (isSmall || isMirrored) for (const at of pixels) ground[at] = 0
  }
}

/** Whether much beside the pieces has hues that are as far from the ground. */
function isClutter(ground: Float32Array, far: Float32Array, own: number, size: Size): boolean {
  const reach = Math.max(2, Math.round(CLUTTER.beside * Math.max(size.width, size.height)))
  const near = growMask(
    Uint8Array.from(ground, (on) => 1 - on),
    size,
    reach,
  )
  let clutter = 0
  for (let at = 0; at < far.length; at++) {
    if (near[at] === 0 && far[at]! > CLUTTER.like * own) clutter++
  }
  return clutter > CLUTTER.most * far.length
}

/** Whether the hue changes along nearly all of the outline within a few pixels. */
function isOutlined(ground: Float32Array, far: Float32Array, own: number, size: Size): boolean {
  const { width } = size
  const reach = Math.max(2, Math.round(OUTLINE.reach * Math.max(size.width, size.height)))
  let [sharp, all] = [0, 0]
  for (let at = width; at < ground.length - width; at++) {
    if (ground[at] === 1) continue
    const around = [-1, 1, -width, width].filter((by) => ground[at + by] === 1)
    if (around.length === 0) continue
    all++
    const isSharp = around.some((by) => {
      const outside = far[at + by * reach] ?? far[at]!
      const inside = Math.max(far[at]!, far[at - by * reach] ?? 0)
      return outside < OUTLINE.outside * own && inside - outside > OUTLINE.change * own
    })
    if (isSharp) sharp++
  }
  return sharp >= OUTLINE.share * all
}
