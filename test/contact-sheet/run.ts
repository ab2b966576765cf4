import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { openEngine } from '../../engine/perform.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { drawSheet } from './draw-sheet.ts'
import { makeSheet, shownFeatures } from './sheets.ts'

const built = shownFeatures()
const command = new Command('contact-sheet')
  .description(
    'Draws every effect at three strengths on drawn pictures and on photographs where there are some: ' +
      'a PNG a feature, and a JSON that says what its rows show.',
  )
  .addOption(new Option('--feature <names...>', 'only these').choices(built).default(built, 'all'))
  .option('--out <folder>', 'where the sheets go', join(PROJECT_ROOT, 'out', 'contact-sheet'))
  .parse()
const { feature: features, out } = command.opts<{ feature: string[]; out: string }>()

await mkdir(out, { recursive: true })
const engine = openEngine()
for (const name of features) {
  const start = performance.now()
  const { columns, pictures, rows } = await makeSheet(name, engine)
  const file = join(out, `${name.replace('/', '-')}.png`)
  await writeFile(file, await drawSheet(columns, rows))
  const legend = {
    feature: name,
    columns,
    pictures: pictures.map((picture, at) => ({ number: at + 1, picture })),
    rows: rows.map((row, at) => ({ row: at + 1, ...row.legend })),
  }
  await writeFile(
    join(out, `${name.replace('/', '-')}.json`),
    `${JSON.stringify(legend, null, 2)}\n`,
  )
  const refusals = legend.rows.flatMap(({ cells }) => cells).filter(({ refused }) => refused)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  process.stdout.write(
    `${name}: ${rows.length} rows, ${refusals.length} cells refused, ${seconds} s → ${file}\n`,
  )
}
await engine.close()
