/** Dollars that a picture of Stability's image services costs on Amazon Bedrock, mid-2026. */
export const BEDROCK_PRICES = { fill: 0.07, extend: 0.06, structure: 0.07, style: 0.08 } as const

/** Dollars for a second of video by its lines (Bedrock's price list, Luma Ray 2). */
export const BEDROCK_VIDEO_PRICES = { 540: 0.75, 720: 1.5 } as const
