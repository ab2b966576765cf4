import { boxOfPoints } from '../../../geometry/bounding-box.ts'
import { clampBox } from '../../../geometry/box.ts'
import type { Point } from '../../../geometry/point.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { allocZeroPlane, withArena } from '../../../raster/arena.ts'
import { type LabPlanes, readLabPlanes } from '../../../raster/colour/lab-planes.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { blur } from '../../../raster/filter/blur.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../../../regions/colour-model.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { HAIR_BESIDE_NECK, IN_MASK } from '../tuning.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from './torso-axes.ts'

/** What is taken for something else where hair falls beside a neck. */
const OTHERS = ['upper-garment', 'body-skin', 'face-skin'] as const

/**
 * Regions in which hair that falls beside the neck counts as hair. What lies beside the jaw and has not the colours of
 * the neck is hair; what hangs together with it and is nearer to its colours than to those of neck, garment and wall
 * goes on with it, down to the shoulders. Heads that a picture cuts off have no face that tells of their hair, and it
 * is taken for skin or for cloth.
 * @param nose where its tip is, in pixels
 */
export function withHairBesideNeck(
  picture: Picture,
  regions: ByRegion<Mask>,
  { mask, torso, nose }: { mask: Mask; torso: TorsoAxes; nose: Point },
): ByRegion<Mask> {
  const { shoulders } = torso
  const { across, above, below } = HAIR_BESIDE_NECK.around
  const corners = [-across, across].flatMap((u) =>
    [-above, HAIR_BESIDE_NECK.cloth.to].map((v) =>
      torsoToPixel(torso, u * shoulders, v * shoulders),
    ),
  )
  const box = clampBox(boxOfPoints(corners), picture)
  if (box.width === 0 || box.height === 0) return regions
  const places = placesIn(box, picture)
  const found = withArena(() => {
    const size = { width: box.width, height: box.height }
    const lab = readLabPlanes(picture, { ...size, area: box, scale: 1 })
    const middle = pixelToTorso(torso, nose)
    const at = (i: number): { u: number; v: number; aside: number } => {
      const point = { x: box.left + (i % box.width), y: box.top + Math.floor(i / box.width) }
      const { u, v } = pixelToTorso(torso, point)
      return { u: u / shoulders, v: v / shoulders, aside: Math.abs(u - middle.u) / shoulders }
    }
    const level = (name: keyof ByRegion<Mask>, i: number): number => regions[name].data[places[i]!]!
    const isShown = (i: number): boolean => mask.data[places[i]!]! >= IN_MASK
    const models = coloursAround(lab, places.length, (i) => {
      const { v, aside } = at(i)
      if (mask.data[places[i]!]! < HAIR_BESIDE_NECK.wall) return 'wall'
      const skin = Math.max(level('body-skin', i), level('face-skin', i))
      const isNeck = v < 0 && v - middle.v / shoulders > HAIR_BESIDE_NECK.chin
      if (skin >= HAIR_BESIDE_NECK.pure && aside < HAIR_BESIDE_NECK.neck && isNeck) return 'skin'
      const isCloth = level('upper-garment', i) >= HAIR_BESIDE_NECK.pure
      return isCloth && v > HAIR_BESIDE_NECK.cloth.from ? 'cloth' : undefined
    })
    if (models.skin.length === 0) return undefined
    const isHead = (i: number): boolean => {
      const { v, aside } = at(i)
      return v < middle.v / shoulders + HAIR_BESIDE_NECK.mouth && aside > HAIR_BESIDE_NECK.jaw
    }
    const seeds: number[] = []
    for (let i = 0; i < places.length; i++) {
      if (mask.data[places[i]!]! < HAIR_BESIDE_NECK.pure || !isHead(i)) continue
      if (colourDistance(lab, i, models.skin) > HAIR_BESIDE_NECK.apart) seeds.push(i)
    }
    if (seeds.length < HAIR_BESIDE_NECK.least * shoulders ** 2) return undefined
    const hair = fitColourModel(lab, seeds, HAIR_BESIDE_NECK.colours)
    const others = [models.skin, models.cloth, models.wall]
    const nearest = (i: number): number =>
      Math.min(...others.map((model) => colourDistance(lab, i, model)))
    const like = new Float32Array(places.length)
    for (const i of seeds) like[i] = 1
    for (let i = 0; i < places.length; i++) {
      if (like[i] || !isShown(i) || at(i).v > below) continue
      const own = colourDistance(lab, i, hair)
      if (own < HAIR_BESIDE_NECK.alike && own < HAIR_BESIDE_NECK.nearer * nearest(i)) like[i] = 1
    }
    const kept = keepConnected(like, box.width, 1, seeds)
    const near = growMask(
      Uint8Array.from(kept, (value) => (value > 0 ? 1 : 0)),
      size,
      Math.max(2, Math.round(HAIR_BESIDE_NECK.room * shoulders)),
    )
    const shares = allocZeroPlane(places.length)
    for (let i = 0; i < places.length; i++) {
      if (near[i] === 0 || !isShown(i)) continue
      const other = nearest(i)
      const { from, to } = HAIR_BESIDE_NECK.share
      shares[i] = smoothstep(from, to, other / (other + colourDistance(lab, i, hair) + 1e-6))
    }
    const soft = blur(shares, size, HAIR_BESIDE_NECK.sigma)
    debugPlane('hair beside the neck', soft, size)
    return soft.map((share, i) => (near[i] ? share : 0))
  })
  if (!found) return regions
  const planes = new Map<string, Uint8Array | Uint8ClampedArray>(
    ['hair', ...OTHERS].map((name) => [name, regions[name as 'hair'].data.slice()]),
  )
  const hair = planes.get('hair')!
  for (let i = 0; i < found.length; i++) {
    if (found[i] === 0) continue
    for (const name of OTHERS) {
      const plane = planes.get(name)!
      const moved = Math.round(found[i]! * plane[places[i]!]!)
      hair[places[i]!] = Math.min(255, hair[places[i]!]! + moved)
      plane[places[i]!] = plane[places[i]!]! - moved
    }
  }
  const changed = Object.fromEntries(
    [...planes].map(([name, data]) => [name, { ...regions[name as 'hair'], data }]),
  )
  return { ...regions, ...changed }
}

type Kind = 'skin' | 'cloth' | 'wall'

/** The colours of what is around hair. */
function coloursAround(
  lab: LabPlanes,
  count: number,
  kindOf: (i: number) => Kind | undefined,
): Record<Kind, ColourModel> {
  const pixels: Record<Kind, number[]> = { skin: [], cloth: [], wall: [] }
  for (let i = 0; i < count; i += HAIR_BESIDE_NECK.step) {
    const kind = kindOf(i)
    if (kind) pixels[kind].push(i)
  }
  const modelOf = (kind: Kind): ColourModel =>
    fitColourModel(lab, pixels[kind], HAIR_BESIDE_NECK.colours)
  return { skin: modelOf('skin'), cloth: modelOf('cloth'), wall: modelOf('wall') }
}
