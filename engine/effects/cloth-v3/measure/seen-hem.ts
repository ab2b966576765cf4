import { quantileOrZero } from '../../../geometry/quantile.ts'
import { IN_MASK, SEEN_HEM } from '../tuning.ts'
import { labColourAt } from './body-edges.ts'
import { torsoToPixel } from './torso-axes.ts'
import { maskLevelAt, type Wearer } from './wearer.ts'

/**
 * The hem of a top over a garment of its own colour, where the regions pass into each other anywhere: an edge across
 * most of the body with cloth below it, the clearest of those below a height.
 * @param from a height on the torso's axis, from which on it is looked for
 * @returns the lower side of the edge; undefined where the cloth goes on evenly, as that of a dress does
 */
export function seenHem({ picture, regions, torso }: Wearer, from: number): number | undefined {
  const { shoulders } = torso
  const columns = Array.from({ length: SEEN_HEM.columns }, (_, n) => {
    return SEEN_HEM.reach * shoulders * ((2 * n) / (SEEN_HEM.columns - 1) - 1)
  })
  // Knitted cloth has a grain of some pixels.
  const lightAt = (u: number, v: number): number => {
    let sum = 0
    for (let by = -SEEN_HEM.grain; by <= SEEN_HEM.grain; by++) {
      sum += labColourAt(picture, torsoToPixel(torso, u + by, v))?.l ?? 0
    }
    return sum / (2 * SEEN_HEM.grain + 1)
  }
  const isClothBelow = (u: number, v: number): boolean =>
    maskLevelAt(regions['lower-garment'], torsoToPixel(torso, u, v + SEEN_HEM.below * shoulders)) >=
    IN_MASK
  const rows: { v: number; jumps: number[] }[] = []
  for (let v = from; v < from + SEEN_HEM.far * shoulders; v++) {
    const jumps = columns.map((u) =>
      isClothBelow(u, v)
        ? Math.abs(lightAt(u, v - SEEN_HEM.step) - lightAt(u, v + SEEN_HEM.step))
        : 0,
    )
    rows.push({ v, jumps })
  }
  // A hem hangs in waves.
  const waves = Math.ceil(SEEN_HEM.waves * shoulders)
  const clear = rows.map((_, n) => {
    const near = rows.slice(Math.max(0, n - waves), n + waves + 1)
    const most = columns.map((_, column) => Math.max(...near.map(({ jumps }) => jumps[column]!)))
    return quantileOrZero(most, SEEN_HEM.quantile)
  })
  const clearest = Math.max(...clear)
  const usual = quantileOrZero(clear, 0.5)
  if (!(clearest >= SEEN_HEM.least && clearest >= SEEN_HEM.apart * usual)) return undefined
  return rows[clear.findLastIndex((one) => one > clearest / 2)]!.v
}
