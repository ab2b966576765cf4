import type { Kernel } from './assemble.ts'

/**
 * Copies `bytes` bytes from one address to another.
 *
 * On shared memory, typed arrays copy and fill one element at a time, and one byte at a time where the alignment of the
 * two addresses differs. That takes three to ten times as long.
 */
export type CopyBytes = (to: number, from: number, bytes: number) => void
/** Sets `bytes` bytes to `value`, see {@link CopyBytes} for why. */
export type FillBytes = (to: number, value: number, bytes: number) => void

/** The kernel of {@link CopyBytes}. */
export const COPY_BYTES: Kernel<CopyBytes> = {
  parameters: ['to: i32', 'from: i32', 'bytes: i32'],
  locals: {},
  body: 'local.get $to  local.get $from  local.get $bytes  memory.copy',
}

/** The kernel of {@link FillBytes}. */
export const FILL_BYTES: Kernel<FillBytes> = {
  parameters: ['to: i32', 'value: i32', 'bytes: i32'],
  locals: {},
  body: 'local.get $to  local.get $value  local.get $bytes  memory.fill',
}
