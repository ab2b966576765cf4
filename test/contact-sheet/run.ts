import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEngine } from '../../engine/perform.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { drawSheet } from './draw-sheet.ts'
import { makeSheet, shownFeatures } from './sheets.ts'

const { values } = parseArgs({ options: { feature: { type: 'string', multiple: true } } })
const built = shownFeatures()
const unknown = values.feature?.find((name) => !built.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`There is no sheet for ${unknown}; there are ${built.join(', ')}.\n`)
  process.exit(1)
}

const folder = join(PROJECT_ROOT, 'out', 'contact-sheet')
await mkdir(folder, { recursive: true })
const engine = openEngine()
for (const name of values.feature ?? built) {
  const start = performance.now()
  const { columns, pictures, rows } = await makeSheet(name, engine)
  const file = join(folder, `${name}.png`)
  await writeFile(file, await drawSheet(columns, rows))
  const legend = {
    feature: name,
    columns,
    pictures: pictures.map((picture, at) => ({ number: at + 1, picture })),
    rows: rows.map((row, at) => ({ row: at + 1, ...row.legend })),
  }
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(legend, null, 2)}\n`)
  const refusals = legend.rows.flatMap(({ cells }) => cells).filter(({ refused }) => refused)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  process.stdout.write(
    `${name}: ${rows.length} rows, ${refusals.length} cells refused, ${seconds} s → ${file}\n`,
  )
}
await engine.close()
