/** Zero bits and one bits, most significant first; a byte of ones is followed by a zero byte, as JPEG asks. */
class Bits {
  readonly bytes: number[] = []
  #byte = 0
  #count = 0

  add(value: number, length: number): void {
    for (let at = length - 1; at >= 0; at--) {
      this.#byte = (this.#byte << 1) | ((value >> at) & 1)
      this.#count += 1
      if (this.#count < 8) continue
      this.bytes.push(this.#byte)
      if (this.#byte === 0xff) this.bytes.push(0)
      this.#byte = 0
      this.#count = 0
    }
  }

  end(): Buffer {
    while (this.#count > 0) this.add(1, 1)
    return Buffer.from(this.bytes)
  }
}

/** The longest run of empty blocks one code can stand for. */
const LONGEST_RUN = 32_767

/**
 * A valid progressive JPEG of grey pixels whose scans say nothing, one for each coefficient, bit and colour: 2,646 of
 * them. Some hundred kilobytes that a patient decoder walks through for billions of steps.
 * @param side pixels, a multiple of 8
 */
export function manyScans(side: number): Buffer {
  const blocks = (side / 8) ** 2
  const size = [side >> 8, side & 255]
  const components = [1, 2, 3]
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, ...size, ...size, 3, ...components.flatMap((id) => [id, 0x11, 0])]),
    // One code each: no difference (DC); a run of 2^14 and more, and one of 8 to 15 empty blocks (AC).
    segment(0xc4, [0x00, 1, ...Array(15).fill(0), 0x00]),
    segment(0xc4, [0x10, 1, 1, ...Array(14).fill(0), 0xe0, 0x30]),
    segment(0xda, [3, ...components.flatMap((id) => [id, 0]), 0, 0, 0]),
    zeros(3 * blocks),
  ]
  const empty = emptyBlocks(blocks)
  for (const id of components) {
    for (let k = 1; k <= 63; k++) {
      for (let low = 13; low >= 0; low--) {
        const high = low === 13 ? 0 : low + 1
        parts.push(segment(0xda, [1, id, 0, k, k, (high << 4) | low]), empty)
      }
    }
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}

function segment(marker: number, body: number[]): Buffer {
  const length = body.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...body])
}

function zeros(count: number): Buffer {
  const bits = new Bits()
  for (let done = 0; done < count; done++) bits.add(0, 1)
  return bits.end()
}

function emptyBlocks(count: number): Buffer {
  const bits = new Bits()
  let left = count
  for (; left >= LONGEST_RUN; left -= LONGEST_RUN) {
    bits.add(0, 1)
    bits.add(LONGEST_RUN - 16_384, 14)
  }
  if (left >= 16_384) {
    bits.add(0, 1)
    bits.add(left - 16_384, 14)
  } else if (left > 0) {
    if (left < 8 || left > 15) throw new RangeError(`${count} blocks leave a run of ${left}.`)
    bits.add(0b10, 2)
    bits.add(left - 8, 3)
  }
  return bits.end()
}
