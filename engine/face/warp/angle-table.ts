/** How many directions around a centre a table has. */
const SECTORS = 360

/** Radius of the moving mean that smooths a table, in sectors. */
const SMOOTH_RADIUS = 5

/** A value for each of {@link SECTORS} directions, from angle 0 on. */
export type AngleTable = Float64Array

/** The position of an angle (radians, of any turn) in a table, 0 to {@link SECTORS}. */
export function sectorOf(angle: number): number {
  return ((((angle / (2 * Math.PI)) % 1) + 1) % 1) * SECTORS
}

/** The directions in which one of some tables, or a neighbour there, is not 0: index and angle in radians. */
export function activeDirections(tables: readonly AngleTable[]): { nth: number; angle: number }[] {
  const counts = (nth: number) => tables.some((table) => table[(nth + SECTORS) % SECTORS] !== 0)
  return Array.from({ length: SECTORS }, (_, nth) => nth)
    .filter((nth) => counts(nth - 1) || counts(nth) || counts(nth + 1))
    .map((nth) => ({ nth, angle: (nth / SECTORS) * 2 * Math.PI }))
}

/** Tabulates values that are known at some angles (radians): linear between them, then smoothed twice. */
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

/** The value at a position of {@link sectorOf}, linear between two directions. */
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
