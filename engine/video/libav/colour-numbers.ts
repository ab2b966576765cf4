/** Colour tags by their numbers in ISO/IEC 23091-2, with ffmpeg's names. */
export const MATRICES = names({
  1: 'bt709',
  4: 'fcc',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  9: 'bt2020nc',
  10: 'bt2020c',
})
export const PRIMARIES = names({
  1: 'bt709',
  4: 'bt470m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  9: 'bt2020',
  12: 'smpte432',
})
export const TRANSFERS = names({
  1: 'bt709',
  4: 'bt470m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  13: 'iec61966-2-1',
  14: 'bt2020-10',
  15: 'bt2020-12',
  16: 'smpte2084',
  18: 'arib-std-b67',
})

/** The number that says nothing. */
const UNSPECIFIED = 2

/** The number of a tag. */
export function numberOf(tags: ReadonlyMap<number, string>, name: string | undefined): number {
  for (const [number, known] of tags) if (known === name) return number
  return UNSPECIFIED
}

function names(of: Readonly<Record<number, string>>): ReadonlyMap<number, string> {
  return new Map(Object.entries(of).map(([number, name]) => [Number(number), name]))
}
