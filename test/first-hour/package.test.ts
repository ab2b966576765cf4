import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bundleConstructs } from '../../pack/bundle-constructs.ts'
import { DIST } from '../../pack/dist.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { run, runFreely } from './run-command.ts'

const PACK = join(PROJECT_ROOT, 'pack', 'run.ts')

/**
 * What is packed beside the packages that the sources use, as an app has it that installed it. `package.long.test.ts`
 * installs the tarball.
 */
async function installPacked(app: string): Promise<void> {
  if (isEveryCaseTried()) await run(process.execPath, [PACK], PROJECT_ROOT)
  else packConstructs()
  const modules = join(app, 'node_modules')
  const home = join(modules, '@darkroom', 'cdk')
  const { files } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...files]) {
    cpSync(join(PROJECT_ROOT, name), join(home, name), { recursive: true })
  }
  const own = join(PROJECT_ROOT, 'node_modules')
  for (const name of readdirSync(own).filter((name) => !name.startsWith('.'))) {
    const target = join(modules, name)
    mkdirSync(dirname(target), { recursive: true })
    if (name !== '@darkroom') symlinkSync(join(own, name), target)
  }
}

/** The step of `pack/run.ts` that makes what an app imports: to compile what commands load takes ten seconds. */
function packConstructs(): void {
  rmSync(DIST, { recursive: true, force: true })
  bundleConstructs()
}

let app: string
beforeAll(async () => {
  app = mkdtempSync(join(tmpdir(), 'first-hour-'))
  await installPacked(app)
})
afterAll(() => rmSync(app, { recursive: true, force: true }))

test('an ES module of an app imports the packed constructs by their names', async () => {
  const code =
    "import { DropPipeline, TaskService } from '@darkroom/cdk'; console.log(DropPipeline.name, TaskService.name)"
  const said = await run(process.execPath, ['--input-type=module', '--eval', code], app)
  expect(said).toBe('DropPipeline TaskService\n')
})

// `test/bin/commands.test.ts` has the same commands of the sources in `npm test`.
test.runIf(isEveryCaseTried())(
  'the packed commands print their help, and say what is wrong',
  async () => {
    const darkroom = join(app, 'node_modules', '@darkroom', 'cdk', 'bin', 'darkroom.js')
    expect(await run(process.execPath, [darkroom, '--help'], app)).toContain('Usage: darkroom')
    // Each command is a file of its own, which is loaded when it is asked for.
    for (const command of ['effect', 'jobs', 'start', 'recipes']) {
      const help = await run(process.execPath, [darkroom, command, '--help'], app)
      expect(help).toContain(`Usage: darkroom ${command}`)
    }
    const asked = await runFreely(process.execPath, [darkroom, 'jobs', '--data', 'none'], app)
    expect(asked.stderr).toBe(
      'darkroom: Nothing runs on the folder none. Start it with: darkroom start --data none\n',
    )
  },
)
