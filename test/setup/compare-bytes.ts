import { expect } from 'vitest'

/**
 * Runs before each test file. Two typed arrays that hold the same bytes are equal: `toEqual` makes an array of two
 * numbers of every element to find that out, which for the pixels of one picture takes longer than the effect did.
 * Where they differ vitest compares them itself, and says in which element.
 */
function bytesAreEqual(one: unknown, other: unknown): true | undefined {
  if (!isTypedArray(one) || !isTypedArray(other)) return undefined
  if (one.constructor !== other.constructor || one.byteLength !== other.byteLength) return undefined
  return Buffer.compare(bytesOf(one), bytesOf(other)) === 0 || undefined
}

function isTypedArray(value: unknown): value is NodeJS.TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

const state = globalThis as { [ADDED]?: true }
const ADDED = Symbol.for('darkroom.compare-bytes')
// What is added stays for all files of a process.
if (!state[ADDED]) expect.addEqualityTesters([bytesAreEqual])
Object.defineProperty(state, ADDED, { value: true, configurable: true })
