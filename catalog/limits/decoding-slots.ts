/**
 * The memory that decoders of one process may take together, in slots. Threads share them by an array of 32-bit numbers
 * in shared memory, which a process that hosts functions in threads sets as environment data under this name.
 */
export const DECODING_SLOTS = 'darkroom:decoding-slots'

/** How many there are; the array has one number more, for whose turn it is. */
export const SLOT_COUNT = 16

/** The environment data that says how many bytes all slots are together, where it is not what is usual. */
export const DECODING_BYTES = 'darkroom:decoding-bytes'
