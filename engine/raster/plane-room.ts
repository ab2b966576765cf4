import { assemble, type Kernel } from './simd/assemble.ts'
import { CLEAR_BYTES, type ClearBytes, COPY_BYTES, type CopyBytes } from './simd/move-bytes.ts'

/** Bytes of a page of WebAssembly's memory, and the most pages: one gigabyte, of which only what is used is taken. */
const PAGE = 65_536
const MOST = 16_384

/** Kernels read and write whole vectors: so many bytes behind a plane are theirs too. */
const SLACK = 64

/** Where planes stand: memory of the thread's kernels, which grows without voiding what it gave out before. */
let memory: WebAssembly.Memory | undefined

/** The memory's buffers, of which the machine makes another whenever some memory grows, and the one it had last. */
const buffers = new WeakSet<object>()
let latest: object | undefined

/** The first byte that is free, and how many rooms are open. */
let free = 0
let open = 0

let copy: CopyBytes | undefined
let clear: ClearBytes | undefined

/**
 * Runs something that takes many planes. All of them stand in the memory of the kernels, so that no kernel has to copy
 * what it works on, and are given back at once when it is done; a room within another gives back its own. Nothing that
 * is returned may be, or look at, a plane of the room.
 */
export function inPlaneRoom<Result>(work: () => Result): Result {
  const before = free
  open++
  try {
    return work()
  } finally {
    open--
    free = before
  }
}

/** A plane of so many numbers; in a room they are whatever was there before, else 0. */
export function takePlane(length: number): Float32Array {
  if (open === 0) return new Float32Array(length)
  const at = takeBytes(4 * length)
  const { buffer } = roomOf()
  if (buffer !== latest) {
    buffers.add(buffer)
    latest = buffer
  }
  return new Float32Array(buffer, at, length)
}

/** A plane of zeros. */
export function zeroPlane(length: number): Float32Array {
  const plane = takePlane(length)
  if (open === 0) return plane
  clear ??= kernelInRoom<ClearBytes>(CLEAR_BYTES)
  clear(plane.byteOffset, plane.byteLength)
  return plane
}

/** A plane of its own with the same numbers. */
export function copyPlane(plane: Float32Array): Float32Array {
  const copy = takePlane(plane.length)
  copyNumbers(copy, plane)
  return copy
}

/** Copies numbers to the beginning of a plane. */
export function copyNumbers(to: Float32Array, from: Float32Array): void {
  if (!isInRoom(to) || !isInRoom(from)) {
    to.set(from)
    return
  }
  copy ??= kernelInRoom<CopyBytes>(COPY_BYTES)
  copy(to.byteOffset, from.byteOffset, from.byteLength)
}

/** The plane itself where it stands in the kernels' memory, else a copy that does. */
export function inRoom(plane: Float32Array): Float32Array {
  return isInRoom(plane) ? plane : copyPlane(plane)
}

/** Gives a plane to be written that stands in the kernels' memory, whether the one it is for does or not. */
export function writeInRoom(plane: Float32Array, by: (plane: Float32Array) => void): void {
  if (isInRoom(plane)) {
    by(plane)
    return
  }
  const own = takePlane(plane.length)
  by(own)
  plane.set(own)
}

/** Whether a plane stands in the kernels' memory: its `byteOffset` is the address for them. */
function isInRoom({ buffer }: Float32Array): boolean {
  return buffers.has(buffer)
}

/** A kernel over the memory of planes. */
export function kernelInRoom<Run>(kernel: Kernel): Run {
  const module = new WebAssembly.Module(assemble(kernel, MOST))
  const { exports } = new WebAssembly.Instance(module, { env: { memory: roomOf() } })
  return exports['run'] as Run
}

function takeBytes(bytes: number): number {
  const at = free
  free = at + 16 * Math.ceil((bytes + SLACK) / 16)
  const missing = free - roomOf().buffer.byteLength
  if (missing > 0) roomOf().grow(Math.ceil(missing / PAGE))
  return at
}

function roomOf(): WebAssembly.Memory {
  memory ??= new WebAssembly.Memory({ initial: 1, maximum: MOST, shared: true })
  return memory
}
