import { assemble, type Kernel, type KernelFunction } from './simd/assemble.ts'
import { COPY_BYTES, FILL_BYTES } from './simd/move-bytes.ts'

/** Bytes of a page of WebAssembly memory, and the most pages: 1 GB, of which only what is used is taken. */
const PAGE_BYTES = 65_536
const MAX_PAGES = 16_384

/** Kernels read and write whole vectors, so these bytes behind every allocation belong to it too. */
const OVERRUN_BYTES = 64

/** The bytes at address 0 for what is never freed: lookup tables of kernels, and the buffer of {@link copyBytes}. */
const PERMANENT_BYTES = PAGE_BYTES

/** What {@link copyBytes} copies at once: small enough for the processor's first cache. */
const BOUNCE_BYTES = 16_384

/** How deep {@link withArena} looks for planes in its result, and the most entries of an object it looks at. */
const SEARCH_DEPTH = 2
const SEARCH_ENTRIES = 32

/** Shared, because growing a memory that is not shared detaches every view of it. */
let memory: WebAssembly.Memory | undefined

/** Growing gives the same bytes a new buffer object. These are all that views were made of, and the latest. */
const arenaBuffers = new WeakSet<object>()
let latestBuffer: object | undefined

/** The first free address, the first free one of what is permanent, and the number of open arenas. */
let firstFree = PERMANENT_BYTES
let firstFreePermanent = 0
let depth = 0

let bounceAddress: number | undefined

/** Memory of {@link allocLasting} below the first arena, by address. What is free may be given out again. */
const lasting: { address: number; end: number; isFree: boolean }[] = []

type Bytes = Uint8ClampedArray | Uint8Array

/** Turns the type of a promise into one that no value has. */
type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : unknown

/**
 * Runs `work` with an arena: scoped scratch memory that kernels work in without copying. Everything that is allocated
 * meanwhile is freed at once when `work` returns or throws. Arenas nest; an inner one frees what was allocated in it.
 * @throws when the result is a promise, or a plane that is freed, or holds one (looked for two levels deep)
 */
export function withArena<Result>(work: () => Result & Synchronous<Result>): Result {
  const start = firstFree
  depth++
  try {
    const result = work()
    refuseFreed(result, start, SEARCH_DEPTH)
    return result
  } finally {
    depth--
    firstFree = start
  }
}

/** A plane of `length` values: in an arena whatever was there before, otherwise zeros on the heap. */
export function allocPlane(length: number): Float32Array {
  if (depth === 0) return new Float32Array(length)
  const address = alloc(4 * length)
  return new Float32Array(arenaBuffer(), address, length)
}

/** A plane of zeros, see {@link allocPlane}. */
export function allocZeroPlane(length: number): Float32Array {
  const plane = allocPlane(length)
  if (depth > 0) instantiateKernel(FILL_BYTES)(plane.byteOffset, 0, plane.byteLength)
  return plane
}

/**
 * Bytes of the arena, such as rows of RGBA pixels, with whatever was there before.
 * @throws when no arena is open
 */
export function allocBytes(length: number): Uint8ClampedArray {
  if (depth === 0) throw new Error('Bytes for kernels need an open arena.')
  const address = alloc(length)
  return new Uint8ClampedArray(arenaBuffer(), address, length)
}

/** A new plane with the same values, see {@link allocPlane}. */
export function copyPlane(plane: Float32Array): Float32Array {
  const copy = allocPlane(plane.length)
  copyInto(copy, plane)
  return copy
}

/** Copies the values of `from` to the beginning of `to`. */
export function copyInto(to: Float32Array, from: Float32Array): void {
  if (isInArena(to) && isInArena(from)) {
    instantiateKernel(COPY_BYTES)(to.byteOffset, from.byteOffset, from.byteLength)
  } else to.set(from)
}

/**
 * Bytes that stay until they are given back to {@link freeLasting}, with whatever was there before: for what kernels
 * read in many arenas, one after the other, such as the frames of a video.
 * @throws when an arena is open
 */
export function allocLasting(length: number): Uint8Array<ArrayBuffer> {
  if (depth > 0) throw new Error('What lasts is allocated before an arena is opened.')
  let block = lasting.find(
    ({ address, end, isFree }) => isFree && end === afterAlloc(address, length),
  )
  if (!block) {
    const address = alloc(length)
    block = { address, end: firstFree, isFree: false }
    lasting.push(block)
  }
  block.isFree = false
  return new Uint8Array(arenaBuffer(), block.address, length)
}

/** Gives bytes of {@link allocLasting} back, which must not be read any more. */
export function freeLasting({ byteOffset }: Uint8Array): void {
  const block = lasting.find(({ address, isFree }) => address === byteOffset && !isFree)
  if (!block) throw new Error('Bytes were given back that nobody had.')
  block.isFree = true
  if (depth > 0) return
  while (lasting.at(-1)?.isFree) firstFree = lasting.pop()!.address
}

/** The bytes themselves where they lie in the arena's memory, otherwise a copy that does; needs an open arena. */
export function toArenaBytes(bytes: Uint8Array): Uint8Array {
  if (isInArena(bytes)) return bytes
  const copy = allocBytes(bytes.length)
  copyBytes(copy, new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length))
  return new Uint8Array(copy.buffer, copy.byteOffset, copy.length)
}

/**
 * Copies bytes to the beginning of `to`, between the heap and the arena or within one of them.
 *
 * `set` on shared memory copies byte by byte unless both addresses are alike modulo 8, which takes four times as long
 * as whole words do. Other bytes go by way of a buffer in the arena that lies as the heap's do.
 */
export function copyBytes(to: Bytes, from: Bytes): void {
  const [into, outOf] = [isInArena(to), isInArena(from)]
  const copy = instantiateKernel(COPY_BYTES)
  if (into && outOf) copy(to.byteOffset, from.byteOffset, from.length)
  else if (into === outOf || to.byteOffset % 8 === from.byteOffset % 8) to.set(from)
  else {
    const apart = (into ? from : to).byteOffset % 8
    bounceAddress ??= allocPermanent(8 + BOUNCE_BYTES)
    const address = bounceAddress + apart
    const bounce = new Uint8Array(arenaBuffer(), address, BOUNCE_BYTES)
    for (let start = 0; start < from.length; start += BOUNCE_BYTES) {
      const count = Math.min(BOUNCE_BYTES, from.length - start)
      if (into) {
        bounce.set(from.subarray(start, start + count))
        copy(to.byteOffset + start, address, count)
      } else {
        copy(address, from.byteOffset + start, count)
        to.set(bounce.subarray(0, count), start)
      }
    }
  }
}

/** The plane itself where it lies in the arena's memory, otherwise a copy that does; needs an open arena. */
export function toArena(plane: Float32Array): Float32Array {
  return isInArena(plane) ? plane : copyPlane(plane)
}

/** Hands `write` a plane in the arena's memory: `plane` itself, or one whose values are then copied to it. */
export function writeThroughArena(plane: Float32Array, write: (plane: Float32Array) => void): void {
  if (isInArena(plane)) {
    write(plane)
    return
  }
  const scratch = allocPlane(plane.length)
  write(scratch)
  plane.set(scratch)
}

/**
 * The address that kernels know a view of the arena's memory by.
 * @throws when it lies on the heap
 */
export function addressOf(view: Float32Array | Int16Array | Bytes): number {
  if (!isInArena(view)) throw new Error('Kernels cannot reach what is not in the arena.')
  return view.byteOffset
}

function isInArena({ buffer }: ArrayBufferView): boolean {
  return buffer === latestBuffer || arenaBuffers.has(buffer)
}

/** The functions of the kernels that have been asked for. */
const instances = new WeakMap<object, KernelFunction>()

/** The function of a kernel, over the arena's memory; compiled when it is first asked for. */
export function instantiateKernel<Run extends KernelFunction>(kernel: Kernel<Run>): Run {
  const known = instances.get(kernel)
  if (known) return known as Run
  const module = new WebAssembly.Module(assemble(kernel, MAX_PAGES))
  const { exports } = new WebAssembly.Instance(module, { env: { memory: arenaMemory() } })
  const run = exports['run'] as Run
  instances.set(kernel, run)
  return run
}

/** Puts a lookup table of kernels into memory that is never freed. @returns its address */
export function allocTable(table: Int16Array): number {
  const address = allocPermanent(table.byteLength)
  new Int16Array(arenaMemory().buffer, address, table.length).set(table)
  return address
}

function allocPermanent(bytes: number): number {
  const address = firstFreePermanent
  const end = afterAlloc(address, bytes)
  if (end > PERMANENT_BYTES) throw new Error('There is no room for more tables.')
  firstFreePermanent = end
  return address
}

function alloc(bytes: number): number {
  const address = firstFree
  firstFree = afterAlloc(address, bytes)
  const missing = firstFree - arenaMemory().buffer.byteLength
  if (missing > 0) arenaMemory().grow(Math.ceil(missing / PAGE_BYTES))
  return address
}

function afterAlloc(address: number, bytes: number): number {
  return address + 16 * Math.ceil((bytes + OVERRUN_BYTES) / 16)
}

function arenaBuffer(): ArrayBuffer {
  const { buffer } = arenaMemory()
  if (buffer !== latestBuffer) {
    arenaBuffers.add(buffer)
    latestBuffer = buffer
  }
  return buffer
}

function arenaMemory(): WebAssembly.Memory {
  memory ??= new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true })
  return memory
}

/** @throws when a value is of no use once everything from address `start` on is freed */
function refuseFreed(value: unknown, start: number, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (ArrayBuffer.isView(value)) {
    if (!isInArena(value) || value.byteOffset < start) return
    throw new Error('The result of an arena is one of its planes, which is freed.')
  }
  if (value instanceof Promise) {
    // What becomes of it on freed planes must not end the process.
    value.catch(() => {})
    throw new Error('The work of an arena is asynchronous: its planes are freed before it ends.')
  }
  if (levels === 0 || (Array.isArray(value) && value.length > SEARCH_ENTRIES)) return
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype) return
  const entries = Object.values(value)
  if (entries.length > SEARCH_ENTRIES) return
  for (const entry of entries) refuseFreed(entry, start, levels - 1)
}
