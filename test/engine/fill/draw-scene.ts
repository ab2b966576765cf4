import sharp from 'sharp'

const [WIDTH, HEIGHT] = [800, 600]

/** Grain over a picture, as a camera adds it. */
const GRAIN =
  '<filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".7" ' +
  'numOctaves="2" seed="8"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  .22 0 0 0 -.05"/></filter>'

function gradient(id: string, from: string, to: string, across = false): string {
  const end = across ? 'x2="1" y2="0"' : 'x2="0" y2="1"'
  return (
    `<linearGradient id="${id}" x1="0" y1="0" ${end}>` +
    `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
  )
}

function whole(fill: string): string {
  return `<rect width="${WIDTH}" height="${HEIGHT}" ${fill}/>`
}

/** A filter that fills its area with turbulence. @param matrix to its colours */
function turbulence(id: string, frequency: string, matrix: string, seed = 5): string {
  return (
    `<filter id="${id}" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" ` +
    `baseFrequency="${frequency}" numOctaves="4" seed="${seed}"/><feColorMatrix values="${matrix}"/></filter>`
  )
}

const FLOOR_LINES = Array.from({ length: 9 }, (_, n) => n - 4)
  .map(
    (n) =>
      `<path d="M${400 + 60 * n} 430 L${400 + 260 * n} 640" stroke="#6e5233" stroke-width="3"/>`,
  )
  .join('')

/** What outdoor and indoor photos have around their subject, as SVG within 800 x 600. */
export const SCENES = {
  sea:
    `<defs>${gradient('sky', '#3f74c4', '#cfe3f5')}${gradient('water', '#5b86a5', '#173a58')}` +
    `${turbulence('waves', '.01 .12', '0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  .8 0 0 0 -.25', 3)}</defs>` +
    '<rect width="800" height="360" fill="url(#sky)"/><circle cx="560" cy="120" r="40" fill="#fff8d8"/>' +
    '<rect y="360" width="800" height="240" fill="url(#water)"/>' +
    '<rect y="360" width="800" height="240" filter="url(#waves)"/>',
  room:
    `<defs>${gradient('wall', '#c8bfae', '#e9e2d3', true)}${GRAIN}</defs>${whole('fill="url(#wall)"')}` +
    '<path d="M0 470 L800 400 V600 H0Z" fill="#9c7a52"/>' +
    `${FLOOR_LINES}<path d="M0 460 L800 390 V404 L0 474Z" fill="#f6f3ec"/>` +
    '<rect x="120" y="100" width="180" height="220" fill="#dfe9ee" stroke="#7b6a55" stroke-width="12"/>' +
    whole('filter="url(#grain)"'),
  meadow:
    `<defs>${turbulence('grass', '.12 .04', '.4 .3 0 0 .05  .3 .9 0 0 .12  .1 .2 0 0 .03  0 0 0 0 1')}</defs>` +
    `${whole('filter="url(#grass)"')}` +
    '<g fill="#fff"><rect x="300" y="280" width="14" height="60"/><rect x="330" y="280" width="14" height="60"/>' +
    '<rect x="344" y="280" width="22" height="12"/><rect x="380" y="280" width="14" height="60"/>' +
    '<rect x="410" y="280" width="14" height="60"/><rect x="424" y="328" width="22" height="12"/></g>',
  studio:
    '<defs><radialGradient id="light" cx=".5" cy=".4" r=".8"><stop offset="0" stop-color="#d8d8da"/>' +
    `<stop offset="1" stop-color="#7d7f86"/></radialGradient>${GRAIN}</defs>${whole('fill="url(#light)"')}` +
    '<ellipse cx="400" cy="470" rx="120" ry="20" fill="#000" opacity=".25"/>' +
    '<path d="M340 470 L320 260 Q400 220 480 260 L460 470Z" fill="#b33a2e"/>' +
    whole('filter="url(#grain)"'),
} as const

export type Scene = keyof typeof SCENES

/**
 * A drawn scene as a PNG of 800 x 600 pixels, or of another width.
 * @param grain added to the seeds of everything that is random in it: the same scene with other waves, grass and grain
 */
export async function drawScene(
  scene: Scene,
  width: number = WIDTH,
  grain: number = 0,
): Promise<Buffer> {
  const marks = SCENES[scene].replace(/seed="(\d+)"/g, (_, own) => `seed="${Number(own) + grain}"`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${marks}</svg>`
  return await sharp(Buffer.from(svg)).resize(width).flatten().png().toBuffer()
}
