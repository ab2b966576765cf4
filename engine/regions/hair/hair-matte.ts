import type { Point } from '../../geometry/point.ts'
import { isInsideRing } from '../../geometry/polygon.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { keepConnected } from '../../raster/mask/keep-connected.ts'
import { openLevels } from '../../raster/mask/open-levels.ts'
import type { Picture } from '../../raster/picture.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import { hairSeeds } from '../head/head-seeds.ts'
import {
  MATTE_BAND,
  MATTE_BEARD,
  MATTE_CONNECTED,
  MATTE_NEAR,
  MATTE_UNMIXED,
  TOLD_APART,
} from '../tuning.ts'
import { addFringe } from './add-fringe.ts'
import { closeFringe } from './close-fringe.ts'
import { fillBehindHairline } from './fill-behind-hairline.ts'
import { headColours } from './head-colours.ts'
import { removeEars } from './remove-ears.ts'

/** The hair of a head at the picture's own resolution. */
export type HairMatte = Size & {
  /** The share of each pixel that is hair, 0–1. */
  alpha: Float32Array
  /** The hair's own colour without what is behind it, sRGB levels 0–255; of use where `alpha` is above 0. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** How little colours tell of a pixel at the edge of hair, 0–1; 0 where it surely is hair, or is none. */
  unsure: Float32Array
  /** The share of the band between hair and what is around it where the two have much the same colours, 0–1. */
  doubt: number
  /** Whether there is a beard, which `alpha` leaves out. */
  hasBeard: boolean
  /** Whether hair falls over the forehead that can hardly be told from its skin; `alpha` has rather too much of it. */
  unclearFringe: boolean
}

/**
 * Refines the hair of a head to single hairs: in a band around the rough region the share of hair is where a pixel's
 * colour lies between those of the sure hair and of the sure surroundings nearby; the hair's own colours follow by
 * blur fusion (Forte 2021). A beard is no hair of the head.
 */
export function hairMatte(picture: Picture, regions: HeadRegions): HairMatte {
  const { width, height } = picture
  const count = width * height
  const { grid } = regions
  const { rough, hasBeard } = withArena(() => {
    const found = roughHair(regions)
    return { rough: found.hair.slice(), hasBeard: found.hasBeard }
  })
  const matte: HairMatte = {
    width,
    height,
    hasBeard,
    doubt: 0,
    unclearFringe: false,
    alpha: new Float32Array(count),
    red: new Float32Array(count),
    green: new Float32Array(count),
    blue: new Float32Array(count),
    unsure: new Float32Array(count),
  }
  // Where no hair was told brows and shade would seem to be it, by chance.
  if (regions.confidence.hair === 0) return { ...matte, doubt: 1 }
  const fine = Math.max(1, grid.faceWidth * grid.scale)
  withArena(() => {
    const first = allocPlane(count)
    const { area } = grid
    first.fill(0)
    for (let y = area.top; y < area.top + area.height; y++) {
      for (let x = area.left; x < area.left + area.width; x++) {
        first[y * width + x] = sampleGrid(rough, grid, x, y)
      }
    }
    const levels = [0, 1, 2].map((c) => {
      const plane = allocPlane(count)
      for (let i = 0; i < count; i++) plane[i] = picture.data[4 * i + c]!
      return plane
    })
    const colours = headColours(first, levels, picture, regions)
    matte.unclearFringe = !addFringe(first, levels, picture, regions, colours)
    removeEars(first, levels, picture, regions, colours)
    const wide = blur(first, picture, 0.5 * MATTE_BAND * fine)
    const [hair, around] = [allocPlane(count), allocPlane(count)]
    for (let i = 0; i < count; i++) {
      hair[i] = first[i]! > 0.9 && wide[i]! > 0.8 ? 1 : 0
      around[i] = first[i]! < 0.05 && wide[i]! < 0.06 ? 1 : 0
    }
    const own = blurAllWithin(levels, hair, picture, MATTE_NEAR * fine)
    const behind = blurAllWithin(levels, around, picture, MATTE_NEAR * fine)
    let [band, unsure] = [0, 0]
    for (let i = 0; i < count; i++) {
      const sure = wide[i]!
      if (sure < 0.02) continue
      if (sure > 0.985) {
        matte.alpha[i] = 1
        continue
      }
      let [along, squared] = [0, 0]
      for (let c = 0; c < 3; c++) {
        const apart = own[c]![i]! - behind[c]![i]!
        along += (levels[c]![i]! - behind[c]![i]!) * apart
        squared += apart * apart
      }
      const told = smoothstep(TOLD_APART.nothing, TOLD_APART.everything, Math.sqrt(squared))
      band++
      matte.unsure[i] = 1 - told
      unsure += 1 - told
      const between = along / (squared + 1e-3)
      const share = Math.min(1, Math.max(0, 1.2 * between - 0.1))
      // A hair far outside the rough region is rather something of the same colour behind it, and so is what is
      // no mixture of the two colours.
      let off = 0
      for (let c = 0; c < 3; c++) {
        const mixed = behind[c]![i]! + between * (own[c]![i]! - behind[c]![i]!)
        off += (levels[c]![i]! - mixed) ** 2
      }
      const outside = 1 - smoothstep(0.08, 0.25, sure)
      const unlike = outside * smoothstep(MATTE_UNMIXED.least, MATTE_UNMIXED.most, Math.sqrt(off))
      const within = smoothstep(0.04, 0.35, sure) * (1 - unlike)
      const kept = smoothstep(0.75, 0.985, sure)
      const mixed = told * share * within + (1 - told) * first[i]!
      matte.alpha[i] = Math.max(mixed, kept * first[i]!)
    }
    matte.doubt = band > 0 ? unsure / band : 1
    // Of clear hair what is missing is skin between short hairs.
    if (matte.unclearFringe) {
      matte.unclearFringe = !closeFringe(matte.alpha, levels, picture, regions, colours)
    }
    fuse(matte, levels, 0.03 * fine)
  })
  debugPlane('hair matte', matte.alpha, picture)
  return matte
}

/** The rough region without beard, its holes closed where the head has no skin to show. */
function roughHair({ hair, skin, person, grid, cloth }: HeadRegions) {
  const { width, height, points, up, faceWidth } = grid
  const closed = blur(hair, grid, 0.07 * faceWidth)
  const broad = openLevels(hair, grid, Math.max(1, Math.round(0.028 * faceWidth)))
  const chin = points[FACE.chin]!
  const [left, right] = [points[FACE.leftEye.outer]!, points[FACE.rightEye.outer]!]
  const eyes = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const chinDown = ((eyes.x - chin.x) * up.x + (eyes.y - chin.y) * up.y) / faceWidth
  const oval = FACE.oval.map((i) => points[i]!)
  const place = (x: number, y: number) => ({
    down: ((eyes.x - x) * up.x + (eyes.y - y) * up.y) / faceWidth,
    beside: Math.abs((x - chin.x) * up.y - (y - chin.y) * up.x) / faceWidth,
  })
  const hasBeard = isBearded(hair, grid, oval, place, chinDown)
  // Wider from the middle of the face, and lower from the eyes.
  const by = MATTE_BEARD.wider - 1
  const jaw = oval.map(({ x, y }) => {
    const aside = (x - chin.x) * -up.y + (y - chin.y) * up.x
    const high = (x - eyes.x) * up.x + (y - eyes.y) * up.y
    return {
      x: x + by * (-aside * up.y + high * up.x),
      y: y + by * (aside * up.x + high * up.y),
    }
  })
  const inBeard = (x: number, y: number, down: number, beside: number): boolean =>
    isInsideRing(jaw, x, y) || (beside < MATTE_BEARD.beside && down < chinDown + MATTE_BEARD.below)
  const out = hair.slice()
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const { down, beside } = place(x, y)
      const inFace = down > 0.12 && isInsideRing(oval, x + 0.5, y + 0.5)
      const isBeard = hasBeard && down > 0.16 && inBeard(x + 0.5, y + 0.5, down, beside)
      if (inFace || isBeard) {
        out[at] = 0
        continue
      }
      // The shaded rim of an ear is no hair: beside and below the eyes locks are broader.
      const low = smoothstep(-0.16, -0.05, down)
      if (low > 0) out[at] = Math.min(out[at]!, low * broad[at]! + (1 - low) * out[at]!)
      if (down > 0.2 || person[at]! < 0.5 || cloth[at]! > 0.5) continue
      // Highlights and dark strands inside hair have other colours than the rest of it.
      const inside = smoothstep(0.38, 0.6, closed[at]!)
      out[at] = Math.max(out[at]!, inside * Math.min(1, 1.6 * person[at]!) * (1 - skin[at]!))
    }
  }
  fillBehindHairline(out, { person, cloth, grid })
  // Without the beard, collars in the shade of the chin hang on nothing.
  return { hair: keepConnected(out, width, MATTE_CONNECTED, hairSeeds(grid)), hasBeard }
}

/** Whether there is hair all over the chin. */
function isBearded(
  hair: Float32Array,
  { width, height }: Size,
  oval: Point[],
  place: (x: number, y: number) => { down: number; beside: number },
  low: number,
): boolean {
  let [all, hairy] = [0, 0]
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const { down, beside } = place(x, y)
      if (down < low - 0.16 || beside > 0.2 || !isInsideRing(oval, x, y)) continue
      all++
      hairy += hair[y * width + x]!
    }
  }
  return hairy > 0.35 * all
}

/** The colour of the hair alone: near colours, corrected by what the pixel shows. */
function fuse(matte: HairMatte, levels: readonly Float32Array[], sigma: number): void {
  const { alpha } = matte
  const without = allocPlane(alpha.length)
  for (let i = 0; i < alpha.length; i++) without[i] = 1 - alpha[i]!
  // Weighted by a power of its share, so that pixels that are half background count little.
  const sure = allocPlane(alpha.length)
  for (let i = 0; i < alpha.length; i++) {
    const squared = alpha[i]! * alpha[i]!
    sure[i] = squared * squared
  }
  const near = blurAllWithin(levels, sure, matte, sigma)
  const behind = blurAllWithin(levels, without, matte, sigma)
  for (const [c, plane] of [matte.red, matte.green, matte.blue].entries()) {
    const [hair, around, level] = [near[c]!, behind[c]!, levels[c]!]
    for (let i = 0; i < alpha.length; i++) {
      const share = alpha[i]!
      if (share === 0) continue
      const [own, other, shown] = [hair[i]!, around[i]!, level[i]!]
      const fused = own + share * (shown - share * own - (1 - share) * other)
      plane[i] = Math.min(255, Math.max(0, fused))
    }
  }
}
