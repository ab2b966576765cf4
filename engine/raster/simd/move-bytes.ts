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

/** Copies `bytes` bytes of each of `rows` rows, at least 1, that lie `stride` bytes apart at both addresses. */
export type CopyRows = (
  to: number,
  from: number,
  stride: number,
  bytes: number,
  rows: number,
) => void

/** The kernel of {@link CopyRows}. */
export const COPY_ROWS: Kernel<CopyRows> = {
  parameters: ['to: i32', 'from: i32', 'stride: i32', 'bytes: i32', 'rows: i32'],
  locals: {},
  body: `
loop
  local.get $to  local.get $from  local.get $bytes  memory.copy
  local.get $to  local.get $stride  i32.add  local.set $to
  local.get $from  local.get $stride  i32.add  local.set $from
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`,
}
