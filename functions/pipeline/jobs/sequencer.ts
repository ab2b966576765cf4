/** Longer than any sequencer S3 makes. */
const WIDTH = 64

/**
 * A sequencer that compares as text with any other: S3's have different lengths, and its rule is to fill the shorter
 * one up with zeros on the right and to compare as text (S3 user guide, "Event message structure").
 */
export function sortableSequencer(sequencer: string): string {
  return sequencer.toUpperCase().padEnd(WIDTH, '0')
}

/** Whether `one` belongs to a newer version of a key than `other`. */
export function isNewer(one: string, other: string): boolean {
  return sortableSequencer(one) > sortableSequencer(other)
}
