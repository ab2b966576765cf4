/** Fine contrast, L*, up to about this is grain and kept; more is a blemish's own sharp edge. */
export const GRAIN_CONTRAST = 2.2

/** So much contrast of sound skin is its texture; more is a line or a light there that is not wanted elsewhere. */
export const TEXTURE_CONTRAST = 6

/** Detail without what is much stronger than `usual`. */
export function suppressStrong(detail: number, usual: number): number {
  return detail * Math.exp(-((detail / usual) ** 2))
}
