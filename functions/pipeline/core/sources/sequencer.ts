/** Characters; longer than any sequencer of S3. */
const WIDTH = 64

/**
 * A sequencer padded so that it compares with others as text. S3's sequencers differ in length; its rule is to pad the
 * shorter one with zeros on the right and to compare the texts (S3 user guide, "Event message structure").
 */
export function sortableSequencer(sequencer: string): string {
  return sequencer.toUpperCase().padEnd(WIDTH, '0')
}

/** Whether `one` belongs to a newer version of a key than `other`. */
export function isNewer(one: string, other: string): boolean {
  return sortableSequencer(one) > sortableSequencer(other)
}
