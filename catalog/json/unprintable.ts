/**
 * Characters that no name of ours has and no terminal is given as they are: controls (Unicode category Cc: C0, DEL and
 * C1), line and paragraph separators, and those that turn the direction of text (Unicode Standard Annex 9).
 */
export const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu
