/** Signatures and places of the zip format (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
const END = 0x06054b50
const END_BYTES = 22

/** The entries of a zip archive by their names, which must be stored as they are, without compression. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES
  if (zip.readUInt32LE(end) !== END) throw new Error('This is no zip archive.')
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    if (method !== 0) throw new Error('An entry is compressed.')
    const lengths = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    const [name = 0, extra = 0, comment = 0] = lengths
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), zip.subarray(from, from + size))
    at += 46 + name + extra + comment
  }
  return entries
}
