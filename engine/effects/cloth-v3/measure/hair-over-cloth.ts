import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { allocZeroPlane, withArena } from '../../../raster/arena.ts'
import { readLabPlanes } from '../../../raster/colour/lab-planes.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { blur } from '../../../raster/filter/blur.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { colourDistance, fitColourModel } from '../../../regions/colour-model.ts'
import type { ByRegion } from '../../../regions/region-names.ts'

/** Values of a region's matte: from which on a pixel belongs to it, and to nothing else. */
const MATTE = { in: 128, pure: 235 } as const

/** How far a colour may lie from those of the hair, and how much farther from those of the cloth, in CIELAB. */
const ALIKE = { most: 13, nearer: 0.6 } as const

/** The share of a garment that must differ from hair for the two to be told apart. */
const APART = 0.6

/** Pixels of the garment, as shares of the square over the shoulders: less is noise, more is the garment itself. */
const AREA = { least: 0.004, most: 0.3 } as const

/** The most colours of each, and every how many pixels they are read. */
const MODEL = { colours: 4, step: 7 } as const

/**
 * Regions in which hair that falls over a garment of another colour counts as hair: by place alone it is taken for
 * cloth.
 */
export function withHairOverCloth(
  picture: Picture,
  regions: ByRegion<Mask>,
  shoulders: number,
): ByRegion<Mask> {
  const hair = regions.hair.data.slice()
  const cloth = regions['upper-garment'].data.slice()
  const box = boxOfPlane(
    hair.map((share, at) => share | cloth[at]!),
    picture,
  )
  if (!box) return regions
  const changed = withArena(() => {
    const size = { width: box.width, height: box.height }
    const lab = readLabPlanes(picture, { ...size, area: box, scale: 1 })
    const count = box.width * box.height
    const inPicture = (i: number): number =>
      (box.top + Math.floor(i / box.width)) * picture.width + box.left + (i % box.width)
    const [hairs, cloths]: [number[], number[]] = [[], []]
    for (let i = 0; i < count; i += MODEL.step) {
      const at = inPicture(i)
      if (hair[at]! >= MATTE.pure) hairs.push(i)
      else if (cloth[at]! >= MATTE.pure) cloths.push(i)
    }
    if (hairs.length < 20) return false
    const ofHair = fitColourModel(lab, hairs, MODEL.colours)
    const other = cloths.filter((i) => colourDistance(lab, i, ofHair) > ALIKE.most)
    if (other.length < APART * cloths.length) return false
    const ofCloth = fitColourModel(lab, other, MODEL.colours)
    const like = new Float32Array(count)
    const seeds: number[] = []
    for (let i = 0; i < count; i++) {
      const at = inPicture(i)
      if (hair[at]! >= MATTE.in) {
        like[i] = 1
        seeds.push(i)
      } else if (cloth[at]! >= MATTE.in) {
        const near = colourDistance(lab, i, ofHair)
        if (near < ALIKE.most && near < ALIKE.nearer * colourDistance(lab, i, ofCloth)) like[i] = 1
      }
    }
    const kept = keepConnected(like, box.width, 1, seeds)
    const found = new Uint8Array(count)
    let pixels = 0
    for (let i = 0; i < count; i++) {
      if (kept[i] === 0 || hair[inPicture(i)]! >= MATTE.in) continue
      found[i] = 1
      pixels++
    }
    const area = pixels / shoulders ** 2
    if (area < AREA.least || area > AREA.most) return false
    const room = Math.max(2, Math.round(0.02 * shoulders))
    const near = growMask(found, size, room)
    const shares = allocZeroPlane(count)
    for (let i = 0; i < count; i++) {
      if (near[i] === 0) continue
      const toCloth = colourDistance(lab, i, ofCloth)
      const all = toCloth + colourDistance(lab, i, ofHair) + 1e-6
      shares[i] = smoothstep(0.2, 0.75, toCloth / all)
    }
    const soft = blur(shares, size, 0.9)
    debugPlane('hair over cloth', soft, size)
    for (let i = 0; i < count; i++) {
      const at = inPicture(i)
      if (near[i] === 0 || cloth[at] === 0) continue
      const moved = Math.round(soft[i]! * cloth[at]!)
      hair[at] = Math.min(255, hair[at]! + moved)
      cloth[at] = cloth[at]! - moved
    }
    return true
  })
  if (!changed) return regions
  return {
    ...regions,
    hair: { ...regions.hair, data: hair },
    'upper-garment': { ...regions['upper-garment'], data: cloth },
  }
}
