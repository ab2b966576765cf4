import type { Material } from '../../../catalog/object-prompt/material-words.ts'
import { blurWithin } from '../../raster/blur.ts'
import { type LabColour, labToSrgb, srgbToLab } from '../../raster/lab.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { mix } from './mix.ts'
import { compressed, highlightOf, inSceneLight, measureSurface } from './object-surface.ts'
import { TEXTURES } from './textures/textures.ts'

/** What is finer than this on the old surface is its own texture and goes; what is coarser is its shading. */
const SHADING_SIGMA = 0.004

/** Places of a texture that its mean colour is taken of, for one in a given colour: 20 x 20, 3 cm apart. */
const SAMPLES = { side: 20, apart: 3 } as const

/**
 * Gives what a mask covers the surface of a material: a procedural texture at the scale of the scene, in the light,
 * folds and shadows of the old surface.
 * @param scale pixels that a centimetre of the scene takes
 * @param tint sRGB levels, for a material of a given colour
 */
export function applyMaterial(
  picture: Picture,
  mask: Mask,
  material: Material,
  scale: number,
  tint?: readonly [number, number, number],
): Picture {
  const { width, height } = picture
  const surface = measureSurface(picture, mask)
  const { lab, own } = surface
  const { paint, gloss, contrast } = TEXTURES[material]
  const weight = Float32Array.from(mask.data, (level) => level / 255)
  const sigma = Math.max(1, SHADING_SIGMA * Math.max(width, height))
  const shade = blurWithin(lab.l, weight, picture, sigma)
  const pixel = 1 / scale
  const tinted =
    tint &&
    tintTo(
      srgbToLab(...tint),
      meanOf((x, y) => paint(x, y, pixel)),
    )
  const data = new Uint8ClampedArray(picture.data)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (mask.data[i] === 0) continue
      const [red, green, blue] = paint(x * pixel, y * pixel, pixel)
      const plain = srgbToLab(red, green, blue)
      const base = inSceneLight(tinted ? tinted(plain) : plain, surface)
      const ratio = ((shade[i]! + 16) / (own.l + 16)) ** contrast
      const l = compressed((base.l + 16) * ratio - 16)
      const shine = gloss * highlightOf(surface, i)
      const grown = Math.max(0, (l + 16) / (base.l + 16))
      const colour = labToSrgb({
        l: l + shine * Math.max(0, lab.l[i]! - l),
        a: grown * base.a * (1 - shine) + shine * lab.a[i]!,
        b: grown * base.b * (1 - shine) + shine * lab.b[i]!,
      })
      for (let c = 0; c < 3; c++) data[4 * i + c] = colour[c]!
    }
  }
  return mix(picture, { width, height, data }, mask)
}

function meanOf(paint: (x: number, y: number) => readonly [number, number, number]): LabColour {
  const sum = { l: 0, a: 0, b: 0 }
  const count = SAMPLES.side ** 2
  for (let n = 0; n < count; n++) {
    const x = (n % SAMPLES.side) * SAMPLES.apart
    const y = Math.floor(n / SAMPLES.side) * SAMPLES.apart
    const { l, a, b } = srgbToLab(...paint(x, y))
    sum.l += l / count
    sum.a += a / count
    sum.b += b / count
  }
  return sum
}

/** A texture's colours moved so that their mean is another one; lightness by ratio, as a dye does. */
function tintTo(wished: LabColour, mean: LabColour): (own: LabColour) => LabColour {
  return ({ l, a, b }) => ({
    l: Math.min(100, ((l + 16) / (mean.l + 16)) * (wished.l + 16) - 16),
    a: wished.a + 0.4 * (a - mean.a),
    b: wished.b + 0.4 * (b - mean.b),
  })
}
