/** Directions in which values around a centre are tabulated. */
const SECTORS = 360

/** Half the width of the mean that rounds a table off, in sectors. */
const SMOOTH_RADIUS = 5

/** A value for every direction, as {@link tabulate} makes it. */
export type AngleTable = Float64Array

/** Where a direction stands in a table; the angle in radians, of any turn. */
export function sectorOf(angle: number): number {
  return ((((angle / (2 * Math.PI)) % 1) + 1) % 1) * SECTORS
}

/** The directions, radians, whose value or a neighbour's in one of some tables is not 0, by their place in a table. */
export function activeDirections(tables: readonly AngleTable[]): { nth: number; angle: number }[] {
  const counts = (nth: number) => tables.some((table) => table[(nth + SECTORS) % SECTORS] !== 0)
  return Array.from({ length: SECTORS }, (_, nth) => nth)
    .filter((nth) => counts(nth - 1) || counts(nth) || counts(nth + 1))
    .map((nth) => ({ nth, angle: (nth / SECTORS) * 2 * Math.PI }))
}

/** Values known at some angles (radians) as a value for each direction: linear in between, then rounded off. */
export function tabulate(angles: number[], values: number[]): AngleTable {
  const known = angles
    .map((angle, k) => ({ at: sectorOf(angle), value: values[k]! }))
    .toSorted((a, b) => a.at - b.at)
  const sharp = new Float64Array(SECTORS)
  for (let s = 0, next = 0; s < SECTORS; s++) {
    while (next < known.length && known[next]!.at < s) next++
    const after = known[next % known.length]!
    const before = known[(next + known.length - 1) % known.length]!
    const span = (after.at - before.at + SECTORS) % SECTORS || SECTORS
    const share = ((s - before.at + SECTORS) % SECTORS) / span
    sharp[s] = before.value + (after.value - before.value) * share
  }
  return smoothTable(smoothTable(sharp))
}

/** The value in a direction given as a sector, linear between two. */
export function valueAtSector(table: AngleTable, sector: number): number {
  const low = Math.floor(sector)
  const share = sector - low
  return table[low % SECTORS]! * (1 - share) + table[(low + 1) % SECTORS]! * share
}

function smoothTable(values: AngleTable): AngleTable {
  return values.map((_, s) => {
    let sum = 0
    for (let k = -SMOOTH_RADIUS; k <= SMOOTH_RADIUS; k++)
      sum += values[(s + k + SECTORS) % SECTORS]!
    return sum / (2 * SMOOTH_RADIUS + 1)
  })
}
