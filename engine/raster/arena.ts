import { assemble, type Kernel } from './simd/assemble.ts'
import { CLEAR_BYTES, type ClearBytes, COPY_BYTES, type CopyBytes } from './simd/move-bytes.ts'

/** Bytes of a page of WebAssembly's memory, and the most pages: one gigabyte, of which only what is used is taken. */
const PAGE_BYTES = 65_536
const MAX_PAGES = 16_384

/** Kernels read and write whole vectors: so many bytes behind a plane are theirs too. */
const OVERRUN_BYTES = 64

/** Where planes stand: memory of the thread's kernels, which grows without voiding what it gave out before. */
let memory: WebAssembly.Memory | undefined

/** The memory's buffers, of which the machine makes another whenever some memory grows, and the one it had last. */
const arenaBuffers = new WeakSet<object>()
let latestBuffer: object | undefined

/** The first byte that is free, and how many rooms are open. */
let firstFree = 0
let depth = 0

let copyBytes: CopyBytes | undefined
let clearBytes: ClearBytes | undefined

/**
 * Runs something that takes many planes. All of them stand in the memory of the kernels, so that no kernel has to copy
 * what it works on, and are given back at once when it is done; a room within another gives back its own. Nothing that
 * is returned may be, or look at, a plane of the room.
 */
export function withArena<Result>(work: () => Result): Result {
  const before = firstFree
  depth++
  try {
    return work()
  } finally {
    depth--
    firstFree = before
  }
}

/** A plane of so many numbers; in a room they are whatever was there before, else 0. */
export function allocPlane(length: number): Float32Array {
  if (depth === 0) return new Float32Array(length)
  const at = allocBytes(4 * length)
  const { buffer } = arenaMemory()
  if (buffer !== latestBuffer) {
    arenaBuffers.add(buffer)
    latestBuffer = buffer
  }
  return new Float32Array(buffer, at, length)
}

/** A plane of zeros. */
export function allocZeroPlane(length: number): Float32Array {
  const plane = allocPlane(length)
  if (depth === 0) return plane
  clearBytes ??= instantiateKernel<ClearBytes>(CLEAR_BYTES)
  clearBytes(plane.byteOffset, plane.byteLength)
  return plane
}

/** A plane of its own with the same numbers. */
export function copyPlane(plane: Float32Array): Float32Array {
  const copy = allocPlane(plane.length)
  copyInto(copy, plane)
  return copy
}

/** Copies numbers to the beginning of a plane. */
export function copyInto(to: Float32Array, from: Float32Array): void {
  if (!isInArena(to) || !isInArena(from)) {
    to.set(from)
    return
  }
  copyBytes ??= instantiateKernel<CopyBytes>(COPY_BYTES)
  copyBytes(to.byteOffset, from.byteOffset, from.byteLength)
}

/** The plane itself where it stands in the kernels' memory, else a copy that does. */
export function toArena(plane: Float32Array): Float32Array {
  return isInArena(plane) ? plane : copyPlane(plane)
}

/** Gives a plane to be written that stands in the kernels' memory, whether the one it is for does or not. */
export function writeThroughArena(plane: Float32Array, by: (plane: Float32Array) => void): void {
  if (isInArena(plane)) {
    by(plane)
    return
  }
  const own = allocPlane(plane.length)
  by(own)
  plane.set(own)
}

/** Whether a plane stands in the kernels' memory: its `byteOffset` is the address for them. */
function isInArena({ buffer }: Float32Array): boolean {
  return arenaBuffers.has(buffer)
}

/** A kernel over the memory of planes. */
export function instantiateKernel<Run>(kernel: Kernel): Run {
  const module = new WebAssembly.Module(assemble(kernel, MAX_PAGES))
  const { exports } = new WebAssembly.Instance(module, { env: { memory: arenaMemory() } })
  return exports['run'] as Run
}

function allocBytes(bytes: number): number {
  const at = firstFree
  firstFree = at + 16 * Math.ceil((bytes + OVERRUN_BYTES) / 16)
  const missing = firstFree - arenaMemory().buffer.byteLength
  if (missing > 0) arenaMemory().grow(Math.ceil(missing / PAGE_BYTES))
  return at
}

function arenaMemory(): WebAssembly.Memory {
  memory ??= new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true })
  return memory
}
