/** One pixel in 16.16 fixed point. Kernels take positions as 32-bit integers in this unit. */
export const FIXED_ONE = 65_536
