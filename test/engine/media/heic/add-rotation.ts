/** Bytes of the box that turns a picture (`irot`, ISO/IEC 23008-12), and of its entry among a picture's properties. */
const ROTATION_BYTES = 9
const ENTRY_BYTES = 1

/**
 * Adds a rotation to a HEIC file of one picture, as phones write it: the pixels stay as they lie. Works on files whose
 * boxes are as `heif-enc` writes them.
 * @param quarters turns by 90 degrees, anticlockwise
 */
export function addRotation(file: Buffer, quarters: number): Buffer {
  const at = (name: string) => file.indexOf(name, 0, 'latin1') - 4
  const [meta, iprp, ipco, ipma, iloc] = ['meta', 'iprp', 'ipco', 'ipma', 'iloc'].map(at)
  const properties = countBoxes(file, ipco! + 8, ipco! + file.readUInt32BE(ipco!))
  const ipcoEnd = ipco! + file.readUInt32BE(ipco!)
  const result = Buffer.from(file)
  const grow = (box: number, bytes: number) =>
    result.writeUInt32BE(file.readUInt32BE(box) + bytes, box)
  grow(meta!, ROTATION_BYTES + ENTRY_BYTES)
  grow(iprp!, ROTATION_BYTES + ENTRY_BYTES)
  grow(ipco!, ROTATION_BYTES)
  grow(ipma!, ENTRY_BYTES)
  moveData(result, file, iloc!, ROTATION_BYTES + ENTRY_BYTES)
  // ipma: version and flags, the number of entries, then of each entry its item, its number of properties, and these.
  const count = ipma! + 18
  result[count] = file[count]! + 1
  const entryEnd = count + 1 + file[count]!
  const rotation = Buffer.from([0, 0, 0, ROTATION_BYTES, ...Buffer.from('irot'), quarters])
  return Buffer.concat([
    result.subarray(0, ipcoEnd),
    rotation,
    result.subarray(ipcoEnd, entryEnd),
    Buffer.from([0x80 | (properties + 1)]),
    result.subarray(entryEnd),
  ])
}

function countBoxes(file: Buffer, from: number, end: number): number {
  let boxes = 0
  for (let at = from; at < end; at += file.readUInt32BE(at)) boxes++
  return boxes
}

/** Moves every extent that an `iloc` box of version 0 or 1 names. */
function moveData(result: Buffer, file: Buffer, iloc: number, by: number): void {
  const version = file[iloc + 8]!
  const [offsetBytes, lengthBytes] = [file[iloc + 12]! >> 4, file[iloc + 12]! & 15]
  const baseBytes = file[iloc + 13]! >> 4
  let at = iloc + 16
  for (let item = 0; item < file.readUInt16BE(iloc + 14); item++) {
    // Item, construction method, data reference.
    at += version === 0 ? 4 : 6
    const base = baseBytes === 4 ? file.readUInt32BE(at) : 0
    if (base > 0) result.writeUInt32BE(base + by, at)
    at += baseBytes
    const extents = file.readUInt16BE(at)
    at += 2
    for (let extent = 0; extent < extents; extent++) {
      if (base === 0) result.writeUInt32BE(file.readUInt32BE(at) + by, at)
      at += offsetBytes + lengthBytes
    }
  }
}
