import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** `npm run room -- catalog`: the tests of one room, with whatever follows handed to vitest. */
const [named = '', ...options] = process.argv.slice(2)
const room = named.replace(/^test\//, '').replace(/\/$/, '')
const folder = join(PROJECT_ROOT, 'test', room)
if (room === '' || room.startsWith('-') || !existsSync(folder)) {
  const rooms = globSync('test/{*,engine/*,local/*}/**/*.test.ts', { cwd: PROJECT_ROOT })
    .map((file) => file.split('/').slice(1, /^test\/(?:engine|local)\//.test(file) ? 3 : 2))
    .map((parts) => parts.filter((part) => !part.endsWith('.ts')).join('/'))
  process.stderr.write(
    `npm run room -- <room> [options of vitest]. Rooms: ${[...new Set(rooms)].sort().join(', ')}\n`,
  )
  process.exit(1)
}
const vitest = join(PROJECT_ROOT, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', `test/${room}/`, ...options], {
  cwd: PROJECT_ROOT,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
