import { findFeature } from '../../catalog/features.ts'
import type { Engine } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { detectBoxes, runEffect, tileOf } from './run-effect.ts'
import { tones } from './subjects.ts'

/** Every how many of the faces is taken: drawn ones of unlike skins and all photographs. */
const DRAWN = [1, 4]

/** A sheet of pairs: whose picture, whose face, and the picture with that face. */
export async function swapSheet(engine: Engine): Promise<ContactSheet> {
  const feature = findFeature('face-swap')!
  const all = await tones()
  const chosen = all.filter(({ name }, at) => !name.startsWith('drawn') || DRAWN.includes(at))
  const sheet: ContactSheet = { columns: [0, 1, 2], pictures: [], rows: [] }
  const params = { face_mapping: [{ index: 0, position: 0 }] }
  for (const target of chosen) {
    const [box] = await detectBoxes(engine, 'faces', target)
    sheet.pictures.push(target.name)
    for (const source of chosen) {
      if (source === target) continue
      const [own] = await detectBoxes(engine, 'faces', source)
      const files = { src: target.bytes, ref: [source.bytes] }
      const { bytes, refused, ms } = await runEffect(engine, feature, params, files)
      sheet.rows.push({
        picture: sheet.pictures.length,
        cells: [
          { tile: await tileOf(target.bytes, box, 0.2) },
          { tile: await tileOf(source.bytes, own, 0.35) },
          bytes ? { tile: await tileOf(bytes, box, 0.2) } : 'refused',
        ],
        legend: {
          picture: target.name,
          parameter: `the face of ${source.name}`,
          cells: [{ column: 2, value: params.face_mapping, ms, ...(refused && { refused }) }],
        },
      })
    }
  }
  return sheet
}
