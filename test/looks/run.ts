import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { LOOK_SCHEMA } from '../../catalog/looks/look.ts'
import { openEngine } from '../../engine/perform.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { renderThumb, type Thumb } from './render-thumb.ts'

/** `npm run looks`: enters the JSON files of `catalog/looks` in the list, and renders the thumbnails that are stale. */
const folder = join(PROJECT_ROOT, 'catalog', 'looks')
const thumbsFile = join(folder, 'thumbs', 'thumbs.json')
const ids = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort()

const name = (id: string): string =>
  id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const list = [
  '// Made by `npm run looks` from the JSON files of this folder.',
  ...ids.map((id) => `import ${name(id)} from './${id}.json' with { type: 'json' }`),
  '',
  '/** A look as its file has it. `readLook` checks the rest. */',
  'type LookFile = {',
  '  title: string',
  '  category: string',
  '  zones: readonly { zone: string; pigment?: string }[]',
  '}',
  '',
  '/** The looks by their ids. */',
  'export const LOOK_FILES: Readonly<Record<string, LookFile>> = {',
  ...ids.map((id) => `  ${id}: ${name(id)},`),
  '}',
  '',
]
await writeFile(join(folder, 'look-files.ts'), list.join('\n'))

const known = JSON.parse(readFileSync(thumbsFile, 'utf8')) as Record<string, Thumb>
const engine = openEngine()
const thumbs: Record<string, Thumb> = {}
for (const id of ids) {
  const text = readFileSync(join(folder, `${id}.json`), 'utf8')
  const look = createHash('sha256').update(text).digest('hex')
  const kept = known[id]?.look === look && !process.argv.includes('--all')
  thumbs[id] = kept
    ? known[id]!
    : { look, webp: await renderThumb(z.parse(LOOK_SCHEMA, JSON.parse(text)), engine) }
  if (!kept) process.stdout.write(`${id}: rendered\n`)
}
await engine.close()
await writeFile(thumbsFile, `${JSON.stringify(thumbs, null, 2)}\n`)
