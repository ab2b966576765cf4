import {
  BARE_LIKE_SKIN,
  BARE_MIDRIFF_BARE,
  BARE_MIDRIFF_BELOW,
  BARE_MIDRIFF_BINS,
  BARE_MIDRIFF_CLOTH,
  BARE_MIDRIFF_COVERED,
  BARE_MIDRIFF_FROM,
  BARE_MIDRIFF_MIDDLE,
  BARE_MIDRIFF_PIXELS,
  BARE_MIDRIFF_TO,
  PERSON_SHARE,
} from '../tuning.ts'
import type { BodyCoordinates } from './body-coordinates.ts'
import type { PersonGrid } from './person-grid.ts'
import type { SkinDistance } from './skin-distance.ts'

/** A belt of skin between two garments: from where to where on the trunk, 0 the shoulders, 1 the hips. */
export type Midriff = { top: number; bottom: number }

/** Finds a bare midriff: rows of the trunk that are skin, with cloth above and below. */
export function findBareMidriff(
  { person }: PersonGrid,
  { down, fromArm, acrossTrunk }: BodyCoordinates,
  fromSkin: SkinDistance,
): Midriff | undefined {
  const count = Math.ceil((BARE_MIDRIFF_TO + BARE_MIDRIFF_BELOW) * BARE_MIDRIFF_BINS)
  const [all, alike] = [new Uint32Array(count), new Uint32Array(count)]
  for (let i = 0; i < person.length; i++) {
    const bin = Math.floor(down[i]! * BARE_MIDRIFF_BINS)
    if (bin < 0 || bin >= count || person[i]! < PERSON_SHARE.inside) continue
    if (acrossTrunk[i]! > BARE_MIDRIFF_MIDDLE.across) continue
    if (fromArm[i]! < BARE_MIDRIFF_MIDDLE.fromArm) continue
    all[bin]! += 1
    if (fromSkin(i) < BARE_LIKE_SKIN) alike[bin]! += 1
  }
  const share = (bin: number): number =>
    all[bin]! < BARE_MIDRIFF_PIXELS ? 0 : alike[bin]! / all[bin]!
  let [first, length] = [0, 0]
  for (
    let bin = Math.round(BARE_MIDRIFF_FROM * BARE_MIDRIFF_BINS);
    bin < BARE_MIDRIFF_TO * BARE_MIDRIFF_BINS;
    bin++
  ) {
    let run = 0
    while (share(bin + run) > BARE_MIDRIFF_BARE && bin + run < count) run++
    if (run > length) [first, length] = [bin, run]
    bin += run
  }
  if (length === 0) return undefined
  const isCovered = (from: number): boolean =>
    Array.from({ length: BARE_MIDRIFF_CLOTH }, (_, n) => share(from + n)).every(
      (own) => own < BARE_MIDRIFF_COVERED,
    )
  if (!isCovered(first - BARE_MIDRIFF_CLOTH - 1) || !isCovered(first + length + 1)) return undefined
  return { top: first / BARE_MIDRIFF_BINS, bottom: (first + length) / BARE_MIDRIFF_BINS }
}
