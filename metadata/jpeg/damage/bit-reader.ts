/** Reads the bits of one run of entropy-coded data: from a scan's or restart marker to the next marker. */
export class BitReader {
  private readonly bytes: Uint8Array
  private readonly end: number
  private at: number
  private held = 0
  private count = 0
  /** Zero bits that were given behind the end of the data. */
  private given = 0

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes
    this.at = start
    this.end = end
  }

  /** The next 16 bits without passing over them; zeros behind the end, as decoders have them. */
  peek16(): number {
    if (this.count < 16) this.fill()
    return (this.held >>> (this.count - 16)) & 0xffff
  }

  /** Passes over at most 16 bits that {@link peek16} gave. */
  skip(bits: number): void {
    this.count -= bits
  }

  /** @param bits 0 to 16 */
  read(bits: number): number {
    if (bits === 0) return 0
    if (this.count < bits) this.fill()
    this.count -= bits
    return (this.held >>> this.count) & ((1 << bits) - 1)
  }

  /** Whether more bits were read than there are. */
  isOverrun(): boolean {
    return this.given > this.count
  }

  /** Whether what is left is what an encoder fills the last byte up with: less than eight bits, all set. */
  isAtEnd(): boolean {
    if (this.at < this.end) return false
    const left = this.count - this.given
    return left >= 0 && left < 8 && (this.held >>> this.given) % (1 << left) === (1 << left) - 1
  }

  /** Where the next byte that no bit was read of lies, give or take what is stuffed. */
  position(): number {
    return this.at - (Math.max(0, this.count - this.given) >> 3)
  }

  private fill(): void {
    const { bytes, end } = this
    while (this.count <= 16) {
      let byte = 0
      if (this.at < end) {
        byte = bytes[this.at++]!
        // A zero is stuffed behind 0xff, and fill bytes may stand before a marker (ITU T.81, B.1.1.2 and F.1.2.3).
        if (byte === 0xff) while (this.at < end && bytes[this.at++] === 0xff);
      } else this.given += 8
      this.held = (this.held << 8) | byte
      this.count += 8
    }
  }
}
