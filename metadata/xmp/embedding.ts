/** What a format's writer is given: the packet, and who to tell that it stands in the file. */
export type Embedding = {
  /** The packet to write, given the text of the packets it replaces. Its length is always the same. */
  packet(existing?: string): Buffer
  /** Called once the packet was written. */
  done(): void
  /** Size of the file in bytes, where it is known before it is read. */
  size: number | undefined
}
