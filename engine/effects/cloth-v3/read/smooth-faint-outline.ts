import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Product } from '../../../product/product.ts'
import { withArena } from '../../../raster/arena.ts'
import { linearToSrgb, srgbToLinear } from '../../../raster/colour/lab.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import type { Picture } from '../../../raster/picture.ts'
import { FAINT_OUTLINE } from '../tuning.ts'

/**
 * Smooths the outline of a cut-out where its cloth is as light as the ground: there an edge follows grain and ringing,
 * and cloth has no teeth. A contour of the blurred mask takes its place (as of curvature flow); other edges stay.
 * @param picture that it was cut out of
 * @returns it, with the share of its outline that is so, 0–1
 */
export function smoothFaintOutline(
  product: Product,
  picture: Picture,
): Product & { faint: number } {
  const { width, height, data } = product
  const count = width * height
  const ground = groundOf(picture)
  const sigma = FAINT_OUTLINE.sigma * Math.max(width, height)
  const out = data.slice()
  let [outline, faintly] = [0, 0]
  withArena(() => {
    const solid = new Float32Array(count)
    const alpha = new Float32Array(count)
    const planes = [0, 1, 2].map(() => new Float32Array(count))
    for (let i = 0; i < count; i++) {
      const share = data[4 * i + 3]!
      alpha[i] = share
      solid[i] = share > 0.5 ? 1 : 0
      for (let c = 0; c < 3; c++) planes[c]![i] = share > 0 ? data[4 * i + c]! / share : 0
    }
    const soft = blur(solid, product, sigma)
    const near = blurAllWithin(planes, alpha, product, sigma)
    const { least, most, across } = FAINT_OUTLINE
    for (let i = 0; i < count; i++) {
      if (soft[i]! < least || soft[i]! > most) continue
      const off = Math.max(
        ...near.map((plane, c) => Math.abs(linearToSrgb(plane[i]!) - ground[c]!)),
      )
      const faint = 1 - smoothstep(FAINT_OUTLINE.off.from, FAINT_OUTLINE.off.to, off)
      outline++
      faintly += faint
      if (faint === 0) continue
      const smooth = smoothstep(0.5 - across / sigma, 0.5 + across / sigma, soft[i]!)
      const share = alpha[i]! + faint * (smooth - alpha[i]!)
      for (let c = 0; c < 3; c++) {
        const own = alpha[i]! > 0.5 ? planes[c]![i]! : near[c]![i]!
        out[4 * i + c] = share * own
      }
      out[4 * i + 3] = share
    }
  })
  return { ...product, data: out, faint: outline === 0 ? 0 : faintly / outline }
}

/** The levels of the ground at the sides of a picture, 0–255. */
function groundOf({ data, width, height }: Picture): number[] {
  return [0, 1, 2].map((c) => {
    let sum = 0
    for (let y = 0; y < height; y++) {
      for (const x of [0, width - 1]) sum += srgbToLinear(data[4 * (y * width + x) + c]!)
    }
    return linearToSrgb(sum / (2 * height))
  })
}
