/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2): its type and the bytes behind its header. */
export type HeifBox = { type: string; body: Buffer }

/** The most boxes side by side that are read: hostile files hold millions. A phone's grid has some hundred items. */
const MAX_BOXES = 10_000

/** The boxes among some bytes, one after the other; those that are cut off are left out. */
export function boxesIn(bytes: Buffer): HeifBox[] {
  const boxes: HeifBox[] = []
  for (let at = 0; at + 8 <= bytes.length && boxes.length < MAX_BOXES; ) {
    const stated = bytes.readUInt32BE(at)
    const size = stated === 0 ? bytes.length - at : stated
    if (size < 8 || at + size > bytes.length) break
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + 8, at + size),
    })
    at += size
  }
  return boxes
}

/** The bodies of all boxes of a type. */
export function bodiesOf(boxes: readonly HeifBox[], type: string): Buffer[] {
  return boxes.filter((box) => box.type === type).map(({ body }) => body)
}
