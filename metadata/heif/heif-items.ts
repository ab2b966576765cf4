import { boxesIn, type HeifBox } from './heif-boxes.ts'

/** Items that refer to others, such as a grid to its tiles. */
export type HeifReference = { type: string; from: number; to: readonly number[] }

/** The most items that a reference or a list of properties names: a grid of 256 × 256 tiles has as many. */
const MAX_ITEMS = 65_536

/** The types of the items of a file by their ids, from its `iinf` box. Throws `RangeError` where it is damaged. */
export function readItems(iinf: Buffer | undefined): Map<number, string> {
  const items = new Map<number, string>()
  if (!iinf) return items
  for (const { type, body } of boxesIn(iinf.subarray(iinf[0] === 0 ? 6 : 8))) {
    const version = body[0]!
    // Versions before name no type.
    if (type !== 'infe' || version < 2) continue
    const id = version === 2 ? body.readUInt16BE(4) : body.readUInt32BE(4)
    const at = version === 2 ? 8 : 10
    items.set(id, body.toString('latin1', at, at + 4))
  }
  return items
}

/** The references of an `iref` box. Throws `RangeError` where it is damaged. */
export function readReferences(iref: Buffer | undefined): HeifReference[] {
  if (!iref) return []
  const width = iref[0] === 0 ? 2 : 4
  return boxesIn(iref.subarray(4)).map(({ type, body }) => {
    const count = body.readUInt16BE(width)
    const to = Array.from({ length: count }, (_, n) =>
      body.readUIntBE(width + 2 + width * n, width),
    )
    return { type, from: body.readUIntBE(0, width), to }
  })
}

/** All properties of a file's items, and those of one item, from its `iprp` box. */
export type HeifProperties = { all: readonly HeifBox[]; of(item: number): HeifBox[] }

/** @throws RangeError where the box is damaged */
export function readProperties(iprp: readonly HeifBox[] = []): HeifProperties {
  const all = iprp.filter(({ type }) => type === 'ipco').flatMap(({ body }) => boxesIn(body))
  const lists = new Map<number, number[]>()
  for (const { type, body } of iprp) {
    if (type !== 'ipma') continue
    const [idBytes, indexBytes] = [body[0] === 0 ? 2 : 4, body[3]! & 1 ? 2 : 1]
    const count = Math.min(MAX_ITEMS, body.readUInt32BE(4))
    let at = 8
    for (let n = 0; n < count; n++) {
      const id = body.readUIntBE(at, idBytes)
      const length = body.readUInt8(at + idBytes)
      at += idBytes + 1
      // The first bit says whether the property must be understood.
      const mask = indexBytes === 2 ? 0x7fff : 0x7f
      const indices = Array.from(
        { length },
        (_, k) => body.readUIntBE(at + k * indexBytes, indexBytes) & mask,
      )
      // An item stands in one list (ISO/IEC 23008-12, 9.3.1).
      if (!lists.has(id)) lists.set(id, indices)
      at += length * indexBytes
    }
  }
  return {
    all,
    of: (item) => (lists.get(item) ?? []).flatMap((index) => all[index - 1] ?? []),
  }
}
