import { type Dialect, planeOf } from './generator-server.ts'

/** Stability's image services as Bedrock documents them: JSON with base64, white masks, margins by side. */
export const bedrockDialect: Dialect = {
  read: async (_, body) => {
    const { image, init_image, mask, ...fields } = JSON.parse(body.toString('utf8')) as Record<
      string,
      string
    >
    const { left, up, right, down } = fields as Record<string, unknown>
    const margins = [left, up, right, down].map((side) => Number(side ?? 0))
    return {
      fields,
      margins,
      image: Buffer.from(image ?? init_image ?? '', 'base64'),
      replace: mask === undefined ? undefined : await planeOf(Buffer.from(mask, 'base64'), 'red'),
    }
  },
  answer: (png) => ({ seeds: [0], finish_reasons: [null], images: [png.toString('base64')] }),
}
