import { setTimeout as pause } from 'node:timers/promises'
import { getEnvironmentData } from 'node:worker_threads'
import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { DECODING_BYTES, DECODING_SLOTS, SLOT_COUNT } from '../../catalog/limits/decoding-slots.ts'
import { decodingBytes } from './decoding-bytes.ts'

/**
 * The bytes that decoders of one process may take together. A picture that takes more by itself is decoded alone. The
 * largest interlaced picture that effects take (50 megapixels, 16 bits, alpha) takes 600 MB. A process that is to take
 * less in all says so.
 */
export const DECODING_MEMORY =
  (getEnvironmentData(DECODING_BYTES) as number | undefined) ?? 1_024_000_000

const SLOT_BYTES = DECODING_MEMORY / SLOT_COUNT

/**
 * Seconds that a slot is held at most without a sign of life: longer than any decoder may run. A thread that was ended
 * gives nothing back.
 */
const LEASE_SECONDS = 150

/** Milliseconds between two looks for free slots, while there are too few. */
const LOOK_EVERY = 20

/** Where it is held whose turn it is to take slots, behind the slots. */
const TURN = SLOT_COUNT

/** When each is free again, as epoch seconds; 0 for those that are free. */
const leases = new Int32Array(
  (getEnvironmentData(DECODING_SLOTS) as SharedArrayBuffer | undefined) ??
    new SharedArrayBuffer(4 * (SLOT_COUNT + 1)),
)

/**
 * Decodes a picture once there is memory for it, by what its header says: all ways of decoding whole pictures go
 * through here. Those that fit into one slot do not wait. Calls must not lie within one another.
 * @param input the file or its path
 * @param decode is given the header, of which nothing may be known
 * @param page which of its pictures is decoded. @default the first
 */
export async function withinMemory<T>(
  input: Uint8Array | string,
  decode: (header: Partial<Metadata>) => Promise<T>,
  page?: Pick<SharpOptions, 'page' | 'tiff'>,
): Promise<T> {
  const header: Partial<Metadata> = await sharp(input, { ...page, limitInputPixels: false })
    .metadata()
    // What has no header takes no memory; the decoder says best what is wrong.
    .catch(() => ({}))
  const slots = slotsFor(decodingBytes(header as Metadata))
  if (slots < 2) return await decode(header)
  const held = await takeSlots(slots)
  try {
    return await decode(header)
  } finally {
    for (const at of held) Atomics.store(leases, at, 0)
  }
}

/** How many slots so many bytes take. */
export function slotsFor(bytes: number): number {
  return Math.min(SLOT_COUNT, Math.ceil(bytes / SLOT_BYTES))
}

/** One at a time takes slots, and keeps those it has: small pictures that come later do not pass a large one. */
async function takeSlots(count: number): Promise<number[]> {
  while (!take(TURN)) await pause(LOOK_EVERY)
  const held: number[] = []
  for (;;) {
    for (let at = 0; at < SLOT_COUNT && held.length < count; at++) if (take(at)) held.push(at)
    if (held.length === count) break
    await pause(LOOK_EVERY)
    for (const at of [TURN, ...held]) Atomics.store(leases, at, until())
  }
  for (const at of held) Atomics.store(leases, at, until())
  Atomics.store(leases, TURN, 0)
  return held
}

function take(at: number): boolean {
  const lease = Atomics.load(leases, at)
  if (lease > seconds()) return false
  return Atomics.compareExchange(leases, at, lease, until()) === lease
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

function until(): number {
  return seconds() + LEASE_SECONDS
}
