import type { ThreadMemory } from '../lambda/thread-places.ts'

/**
 * The most bytes that a thread takes for pictures, and one for videos with the processes of its decoder and encoder:
 * what the run took at its peak less what it took fresh, by the number of its threads, rounded up. Pictures of 6 to 36
 * megapixels: 650 MB.
 */
const PICTURE = 700e6
const VIDEO = 1_400e6

/** What the run takes itself: half a gigabyte fresh, and its tables, queues and executions under way. */
const ITSELF = 600e6

/** The share of it all that decoders of pictures may have at once, and the most they are given. */
const DECODING_SHARE = 1 / 3
const MOST_DECODING = 1_024e6

/**
 * Divides the memory of a local run among its threads.
 * @param bytes that the process and its children may take, 2 GB and more
 */
export function boundMemory(bytes: number): Omit<ThreadMemory, 'workers'> {
  return {
    bytes: bytes - ITSELF,
    decodingBytes: Math.min(MOST_DECODING, Math.floor(bytes * DECODING_SHARE)),
    of: (name) => (/RunVideoTask|WorkSegments/.test(name) ? VIDEO : PICTURE),
  }
}
