import { ringTest } from '../../geometry/polygon.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocZeroPlane, withArena } from '../../raster/arena.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { formula } from '../../raster/formula.ts'
import { keepConnected } from '../../raster/mask/keep-connected.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type ColourModel, squaredDistances } from '../colour-model.ts'
import type { HeadShares } from '../region-names.ts'
import {
  BESIDE_SKULL,
  CLOTH_UNDER_CHIN,
  HAIR_BEFORE_NECK,
  IN_FACE,
  LABEL_HEAD_CONNECTED,
  LABEL_HEAD_EARS,
  LABEL_HEAD_GROUND,
  LABEL_HEAD_NECK,
  LABEL_HEAD_SHOWN,
  LABEL_HEAD_TEMPERATURE,
} from '../tuning.ts'
import { extendColourModels } from './extend-colour-models.ts'
import type { HeadModels } from './head-models.ts'
import { faceSkinSeeds, hairSeeds, neckSeeds } from './head-seeds.ts'
import { middleOfNeck } from './middle-of-neck.ts'
import type { HeadGrid } from './region-grid.ts'
import { snapHairEdge } from './snap-hair-edge.ts'
import { squaredSkinDistances } from './squared-skin-distances.ts'

/** What speaks against cloth in a pixel besides its colour. */
function againstCloth(down: number): number {
  const { chin, until, cost } = CLOTH_UNDER_CHIN
  return down < chin ? IN_FACE.cloth : down < until ? cost : 0
}

/** What speaks against hair: below the chin it falls beside the neck. */
function againstHair(down: number, fromNeck: number): number {
  const { cost, beside } = HAIR_BEFORE_NECK
  return down > 0 ? cost * (1 - smoothstep(beside[0], beside[1], fromNeck)) : 0
}

/** What speaks against skin. */
function againstSkin(down: number, beside: number): number {
  // Ears are in the shade of the head; what has their place is skin rather than hair.
  const { from, surely, to, inner, outer, cost } = LABEL_HEAD_EARS
  if (down > from && down < to && beside > inner && beside < outer) {
    return cost * smoothstep(from, surely, down)
  }
  // Above the ears no skin is farther out than the skull.
  const skull = down < BESIDE_SKULL.top ? BESIDE_SKULL.beside : BESIDE_SKULL.sides
  return down < BESIDE_SKULL.below && beside > skull ? BESIDE_SKULL.cost : 0
}

/**
 * Shares the pixels of a person among the regions of the head by their colours and their places; hair and skin are kept
 * where they are connected to where they surely are.
 */
export function labelHead(
  lab: LabPlanes,
  person: Float32Array,
  grid: HeadGrid,
  models: HeadModels,
): HeadShares {
  const { width } = grid
  const plane = () => allocZeroPlane(person.length)
  const shares: HeadShares = { skin: plane(), hair: plane(), cloth: plane() }
  withArena(() => {
    const places = positionCosts(person, grid)
    const tell = (by: HeadModels, neck: ColourModel = []): void => {
      withArena(() =>
        share({
          person,
          ...shares,
          fromSkin: squaredSkinDistances(lab, by.skin, neck, grid),
          fromHair: squaredDistances(lab, by.hair),
          fromCloth: squaredDistances(lab, by.cloth),
          fromGround: squaredDistances(lab, by.ground),
          skinPlace: places.skin,
          hairPlace: places.hair,
          clothPlace: places.cloth,
        }),
      )
    }
    tell(models)
    const { neck, ...wider } = extendColourModels(lab, shares, grid, models)
    tell(wider, neck)
  })
  // A beard may part the neck from the face.
  const neck = neckSeeds(grid).filter((at) => shares.skin[at]! > LABEL_HEAD_NECK)
  const skinSeeds = [...faceSkinSeeds(grid), ...neck]
  const skin = keepConnected(shares.skin, width, LABEL_HEAD_CONNECTED, skinSeeds)
  const hair = withLostSkin(shares, skin, grid)
  const kept = {
    skin,
    hair: keepConnected(hair, width, LABEL_HEAD_CONNECTED, hairSeeds(grid)),
    cloth: shares.cloth,
  }
  snapHairEdge(lab, kept, grid)
  return kept
}

/** Hair with what seemed to be skin above the ears and is nowhere connected to the face's. */
function withLostSkin(
  { skin, hair }: HeadShares,
  kept: Float32Array,
  { points, up, faceWidth, width }: HeadGrid,
): Float32Array {
  const chin = points[FACE.chin]!
  return hair.map((share, at) => {
    const lost = skin[at]! - kept[at]!
    if (lost <= 0) return share
    const [dx, dy] = [(at % width) - chin.x, Math.floor(at / width) - chin.y]
    return dx * up.x + dy * up.y > -LABEL_HEAD_EARS.from * faceWidth
      ? Math.min(1, share + lost)
      : share
  })
}

/** What speaks against each region where the person is. */
function positionCosts(person: Float32Array, grid: HeadGrid): HeadShares {
  const { width, height, points, up, faceWidth } = grid
  const plane = () => allocZeroPlane(person.length)
  const costs: HeadShares = { skin: plane(), hair: plane(), cloth: plane() }
  const chin = points[FACE.chin]!
  const isInOval = ringTest(FACE.oval.map((i) => points[i]!))
  const neck = middleOfNeck(grid)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (person[at]! < LABEL_HEAD_SHOWN) continue
      const down = -((x - chin.x) * up.x + (y - chin.y) * up.y) / faceWidth
      const across = (x - chin.x) * up.y - (y - chin.y) * up.x
      const inFace = isInOval(x + 0.5, y + 0.5)
      costs.skin[at] = inFace ? IN_FACE.skin : againstSkin(down, Math.abs(across) / faceWidth)
      costs.hair[at] = inFace
        ? IN_FACE.hair
        : againstHair(down, Math.abs(across - neck) / faceWidth)
      costs.cloth[at] = inFace ? IN_FACE.cloth : againstCloth(down)
    }
  }
  return costs
}

/** Shares a pixel among the regions and the ground, by what speaks against each. */
const share = formula(
  {
    planes: [
      'person',
      'skin',
      'hair',
      'cloth',
      'fromSkin',
      'fromHair',
      'fromCloth',
      'fromGround',
      'skinPlace',
      'hairPlace',
      'clothPlace',
    ],
  },
  `
  where person >= ${LABEL_HEAD_SHOWN}
  toSkin = sqrt(fromSkin) + skinPlace
  toHair = sqrt(fromHair) + hairPlace
  toCloth = sqrt(fromCloth) + clothPlace
  toGround = sqrt(fromGround) + ${LABEL_HEAD_GROUND} * person
  least = min(min(toSkin, toHair), min(toCloth, toGround))
  isSkin = exp((least - toSkin) / ${LABEL_HEAD_TEMPERATURE})
  isHair = exp((least - toHair) / ${LABEL_HEAD_TEMPERATURE})
  isCloth = exp((least - toCloth) / ${LABEL_HEAD_TEMPERATURE})
  sum = isSkin + isHair + isCloth + exp((least - toGround) / ${LABEL_HEAD_TEMPERATURE})
  skin = isSkin / sum
  hair = isHair / sum
  cloth = isCloth / sum
`,
)
