import type { Kernel } from './assemble.ts'

/**
 * Copies bytes from one address to another, and sets bytes to zero. Typed arrays do the same, but over shared memory
 * number by number, and byte by byte where the two do not lie alike: that takes three to ten times as long.
 */
export type CopyBytes = (to: number, from: number, bytes: number) => void
export type ClearBytes = (to: number, bytes: number) => void

/** The kernel of {@link CopyBytes}. */
export const COPY_BYTES: Kernel<CopyBytes> = {
  parameters: ['to: i32', 'from: i32', 'bytes: i32'],
  locals: {},
  body: 'local.get $to  local.get $from  local.get $bytes  memory.copy',
}

/** The kernel of {@link ClearBytes}. */
export const CLEAR_BYTES: Kernel<ClearBytes> = {
  parameters: ['to: i32', 'bytes: i32'],
  locals: {},
  body: 'local.get $to  i32.const 0  local.get $bytes  memory.fill',
}
