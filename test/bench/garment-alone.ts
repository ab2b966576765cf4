import sharp from 'sharp'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import type { Person } from '../../samples/scene.ts'
import { LANDMARK_HEIGHT, sideOf } from '../../samples/skeleton.ts'
import { skirt } from '../../samples/skirt.ts'
import { createSvgContext } from '../../samples/svg.ts'
import { svgFilters } from '../../samples/svg-filters.ts'
import { top } from '../../samples/top.ts'
import { trousers } from '../../samples/trousers.ts'

/** Pixels of a picture of a garment, and of a hundredth of a head in it. */
const SIZE = { width: 1000, height: 1000 } as const
const SCALE = 2

/** Degrees from hanging straight down of the sleeves of a garment that is shown alone. */
const SPREAD = 28

/** How much wider trousers and skirts that lie flat are than they are seen worn. */
const FLAT = 1.28

/** What no cloth has. */
const SKIN = '#ff00ff'
const INSIDE = '#2c2026'

/** The garment of a person as shops show it: a top as on an invisible wearer, trousers or a skirt lying flat. */
export async function drawGarmentAlone(
  { build: own, look: worn, pose }: Person,
  category: 'upper_body' | 'lower_body',
): Promise<Picture> {
  const isTop = category === 'upper_body'
  const by = isTop ? 1 : FLAT
  const build = { ...own, waist: by * own.waist, hips: by * own.hips, limbs: by * own.limbs }
  const look = { ...worn, skin: SKIN }
  const spread = { ...pose, leftArm: SPREAD, rightArm: SPREAD, leftElbow: 2, rightElbow: 2 }
  const sides = [sideOf(build, spread, 1), sideOf(build, spread, -1)]
  const context = createSvgContext(1)
  const lower = look.bottom.cut === 'trousers' ? trousers : skirt
  const { markup } = (isTop ? top : lower)(context, build, look, sides)
  const from = isTop ? 60 : 270
  const put = `translate(${SIZE.width / 2} ${-SCALE * from + 40}) scale(${SCALE})`
  const half = build.neck + 2
  const back = isTop
    ? `<path fill="${INSIDE}" d="M${-half} 117Q0 ${LANDMARK_HEIGHT.shoulder - 12} ${half} 117Q${half} 160 0 160Q${-half} 160 ${-half} 117Z"/>`
    : ''
  const draw = async (art: string, ground: string) =>
    await decodePicture(
      await sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><defs>${svgFilters()}</defs>` +
            `<rect width="100%" height="100%" fill="${ground}"/><g transform="${put}">${art}</g></svg>`,
        ),
      )
        .removeAlpha()
        .png()
        .toBuffer(),
    )
  const picture = await draw(back + markup, '#f7f7f5')
  const { data } = picture
  // Below a skirt the drawing has bare legs.
  for (let at = 0; at < data.length; at += 4) {
    const isBare = Math.min(data[at]!, data[at + 2]!) - data[at + 1]! > 25
    if (!isTop && isBare) data.set([247, 247, 245], at)
  }
  return picture
}
