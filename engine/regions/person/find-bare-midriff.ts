import type { BodyCoordinates } from './body-coordinates.ts'
import type { PersonGrid } from './person-grid.ts'
import type { SkinDistance } from './skin-distance.ts'

/** A belt of skin between two garments: from where to where on the trunk, 0 the shoulders, 1 the hips. */
export type Midriff = { top: number; bottom: number }

/** Bins of the trunk from the shoulders to the hips, and where a midriff can be. */
const BINS = 24
const FROM = 0.4
const TO = 1.15

/** A row of the trunk is bare where this much of it has the colour of the face, and covered where less has. */
const BARE = 0.5
const COVERED = 0.35
const LIKE_SKIN = 11

/** Rows that must be covered above and below a midriff. */
const CLOTH = 3

/** Finds a bare midriff: rows of the trunk that are skin, with cloth above and below. */
export function findBareMidriff(
  { person }: PersonGrid,
  { down, fromArm, acrossTrunk }: BodyCoordinates,
  fromSkin: SkinDistance,
): Midriff | undefined {
  const count = Math.ceil((TO + 0.25) * BINS)
  const [all, alike] = [new Uint32Array(count), new Uint32Array(count)]
  for (let i = 0; i < person.length; i++) {
    const bin = Math.floor(down[i]! * BINS)
    if (bin < 0 || bin >= count || person[i]! < 0.85) continue
    if (acrossTrunk[i]! > 0.16 || fromArm[i]! < 0.08) continue
    all[bin]! += 1
    if (fromSkin(i) < LIKE_SKIN) alike[bin]! += 1
  }
  const share = (bin: number): number => (all[bin]! < 3 ? 0 : alike[bin]! / all[bin]!)
  let [first, length] = [0, 0]
  for (let bin = Math.round(FROM * BINS); bin < TO * BINS; bin++) {
    let run = 0
    while (share(bin + run) > BARE && bin + run < count) run++
    if (run > length) [first, length] = [bin, run]
    bin += run
  }
  if (length === 0) return undefined
  const isCovered = (from: number): boolean =>
    Array.from({ length: CLOTH }, (_, n) => share(from + n)).every((own) => own < COVERED)
  if (!isCovered(first - CLOTH - 1) || !isCovered(first + length + 1)) return undefined
  return { top: first / BINS, bottom: (first + length) / BINS }
}
