/** Drawn skins, one of each type of Fitzpatrick's, from very pale to very dark: what they are read as is the type they are drawn in. */
export const SKIN_TONES = {
  I: '#f4d9c8',
  II: '#e0b293',
  III: '#bf9269',
  IV: '#a97a55',
  V: '#87583b',
  VI: '#4a2b1e',
} as const
