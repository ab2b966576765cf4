import type { ThreadMemory } from '../lambda/thread-places.ts'

/**
 * The most bytes that a thread takes for pictures beside what it decodes, and one for videos with the processes of its
 * decoder and encoder: what a run took at its peak less what it took fresh and what was decoded, by the number of its
 * threads, rounded up.
 */
const PICTURE = 550e6
const VIDEO = 1_100e6

/** What the run takes itself: 440 MB fresh, and its tables, queues and executions under way. */
const ITSELF = 500e6

/** The share of it all that decoders of pictures may have at once, and the most they are given. */
const DECODING_SHARE = 1 / 5
const MOST_DECODING = 1_024e6

/**
 * Divides the memory of a local run among its threads and their decoders.
 * @param bytes that the process and its children may take, 2 GB and more
 * @param modelBytes that model files of users may take in a thread that carries out tasks, or a part of one
 */
export function boundMemory(bytes: number, modelBytes = 0): Omit<ThreadMemory, 'workers'> {
  const decodingBytes = Math.min(MOST_DECODING, Math.floor(bytes * DECODING_SHARE))
  return {
    bytes: bytes - ITSELF - decodingBytes,
    decodingBytes,
    measured: { bytes, now: () => process.memoryUsage.rss() },
    of: (name) =>
      (/RunVideoTask|WorkSegments/.test(name) ? VIDEO : PICTURE) +
      (/RunTask|RunVideoTask|WorkSegments/.test(name) ? modelBytes : 0),
  }
}
