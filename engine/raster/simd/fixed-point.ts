/** Kernels take positions in 16.16 fixed point: 32-bit integers, of which this many are one pixel. */
export const FIXED_ONE = 65_536
