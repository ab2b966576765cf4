/**
 * Reads FlatBuffers (https://flatbuffers.dev, binary format) in place. Positions are byte offsets from the file's
 * start.
 */

/**
 * The position of a table's field, by the offset in the table's vtable; undefined where the table lacks the field.
 */
export function findField(file: DataView, table: number, field: number): number | undefined {
  const layout = table - file.getInt32(table, true)
  const at = 4 + 2 * field
  if (at >= file.getUint16(layout, true)) return undefined
  const offset = file.getUint16(layout + at, true)
  return offset === 0 ? undefined : table + offset
}

/**
 * The position of a table's field.
 * @throws when the table lacks it
 */
export function requireField(file: DataView, table: number, field: number): number {
  const at = findField(file, table, field)
  if (at === undefined) throw new Error(`The model lacks field ${field} of a table.`)
  return at
}

/** The position that the offset at `at` points at. */
export function followOffset(file: DataView, at: number): number {
  return at + file.getUint32(at, true)
}

/**
 * The position of the first element and the number of elements of the vector that a field points at.
 * @throws when the file ends before the vector
 */
export function vectorAt(
  file: DataView,
  field: number,
  elementBytes = 1,
): { start: number; count: number } {
  const at = followOffset(file, field)
  const count = file.getUint32(at, true)
  if (count * elementBytes > file.byteLength - at - 4) throw new Error('The model is cut off.')
  return { start: at + 4, count }
}

/**
 * The 32-bit integers of the vector in a table's field; none where the table lacks it.
 * @throws when there are more than `most`
 */
export function int32Vector(
  file: DataView,
  table: number,
  field: number,
  most = Number.POSITIVE_INFINITY,
): number[] {
  const at = findField(file, table, field)
  if (at === undefined) return []
  const { start, count } = vectorAt(file, at, 4)
  if (count > most) throw new Error(`It lists ${count} numbers where ${most} are allowed.`)
  return Array.from({ length: count }, (_, n) => file.getInt32(start + 4 * n, true))
}

/** The positions of the tables in the vector that a field points at. */
export function tableVector(file: DataView, field: number): number[] {
  const { start, count } = vectorAt(file, field, 4)
  return Array.from({ length: count }, (_, n) => followOffset(file, start + 4 * n))
}
