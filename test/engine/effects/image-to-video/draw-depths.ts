import sharp from 'sharp'
import type { Picture } from '../../../../engine/raster/picture.ts'

/** A scene with its known nearness, the inverse of the distance, at a place in shares of the picture. */
export type KnownDepth = { picture: Picture; nearAt: (x: number, y: number) => number }

const [WIDTH, HEIGHT] = [640, 480]

const GRAIN =
  '<filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".6" ' +
  'numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  .2 0 0 0 -.05"/></filter>'

/** A plane of ground that ends in a line of heights `left` and `right`, with its horizon; all else is upright. */
type Plan = { left: number; right: number; horizon: number; marks: string }

function streaks(from: number, colours: readonly string[], horizon: number): string {
  // Bands and boards that converge at the horizon, as on real ground.
  const vanishing = horizon * HEIGHT
  return Array.from({ length: 15 }, (_, nth) => {
    const x = (nth - 7) * 130 + WIDTH / 2
    const colour = colours[nth % colours.length]
    return `<path d="M${x} ${HEIGHT + 60} L${WIDTH / 2} ${vanishing}" stroke="${colour}" stroke-width="3"/>`
  })
    .concat(`<rect y="0" width="0" height="${from}"/>`)
    .join('')
}

function ground({ left, right }: Plan, fill: string, extra = ''): string {
  const d = `M0 ${left * HEIGHT} L${WIDTH} ${right * HEIGHT} V${HEIGHT} H0Z`
  const shape = `<path d="${d}" fill="${fill}"/>`
  return `<clipPath id="ground">${shape}</clipPath>${shape}<g clip-path="url(#ground)">${extra}</g>`
}

const PLANS: Record<string, (plan: { left: number; right: number; horizon: number }) => Plan> = {
  beach: (plan) => ({
    ...plan,
    marks:
      '<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#5f94d6"/>' +
      '<stop offset="1" stop-color="#d6e7f4"/></linearGradient>' +
      `<rect width="640" height="480" fill="url(#s)"/><circle cx="120" cy="80" r="30" fill="#fff7dd"/>` +
      ground(
        { ...plan, marks: '' },
        '#2f6f86',
        `${Array.from(
          { length: 40 },
          (_, n) =>
            `<rect x="${(n * 197) % 600}" y="${plan.left * HEIGHT + 4 + n * 5}" width="${30 + n * 2}" ` +
            `height="${1 + n / 12}" fill="#7fb1bb"/>`,
        ).join('')}<rect y="400" width="640" height="80" fill="#d9c59a"/>`,
      ),
  }),
  room: (plan) => ({
    ...plan,
    marks:
      '<rect width="640" height="480" fill="#cdbfa8"/><rect x="70" y="60" width="120" height="130" fill="#87a7b8"/>' +
      '<rect x="400" y="90" width="150" height="90" fill="#a8543f"/>' +
      ground({ ...plan, marks: '' }, '#7d5b3c', streaks(0, ['#5b3f28', '#94714d'], plan.horizon)),
  }),
  street: (plan) => ({
    ...plan,
    marks:
      '<rect width="640" height="480" fill="#dfe6ea"/><rect y="70" width="640" height="410" fill="#9a6a55"/>' +
      Array.from(
        { length: 15 },
        (_, n) =>
          `<rect x="${20 + (n % 5) * 126}" y="${90 + Math.floor(n / 5) * 62}" width="60" height="40" fill="#33414c"/>`,
      ).join('') +
      ground({ ...plan, marks: '' }, '#77787a', streaks(0, ['#66676a', '#8a8b8c'], plan.horizon)),
  }),
}

/** Scenes of a kind: where ground ends, what its horizon is, and what is drawn on it. */
export const SCENES = [
  { kind: 'beach', left: 0.42, right: 0.42, horizon: 0.42 },
  { kind: 'beach', left: 0.7, right: 0.7, horizon: 0.7 },
  { kind: 'room', left: 0.72, right: 0.72, horizon: 0.5 },
  { kind: 'room', left: 0.85, right: 0.62, horizon: 0.48 },
  { kind: 'street', left: 0.62, right: 0.66, horizon: 0.5 },
  { kind: 'street', left: 0.75, right: 0.6, horizon: 0.45 },
] as const

/** Draws one of the scenes. */
export async function drawDepths({ kind, ...plan }: (typeof SCENES)[number]): Promise<KnownDepth> {
  const { marks, left, right, horizon } = PLANS[kind]!(plan)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${GRAIN}</defs>${marks}` +
    '<rect width="640" height="480" filter="url(#grain)"/></svg>'
  const raw = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  return {
    picture: { width: WIDTH, height: HEIGHT, data: new Uint8ClampedArray(raw) },
    nearAt: (x, y) => Math.max(0, Math.max(y, left + (right - left) * x) - horizon),
  }
}
