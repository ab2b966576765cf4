/** Colours of drawn skin, one for each of Fitzpatrick's types: each is to be read as its type. */
export const SKIN_TONES = {
  I: '#f4d9c8',
  II: '#e0b293',
  III: '#bf9269',
  IV: '#a97a55',
  V: '#87583b',
  VI: '#4a2b1e',
} as const
