import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { packProject } from './packed-project.ts'
import { run, runFreely } from './run-command.ts'

/** The packed project beside the packages that the sources use, as an app has it that installed it. */
async function installPacked(app: string): Promise<void> {
  const tarball = await packProject(app)
  const modules = join(app, 'node_modules')
  const home = join(modules, '@darkroom', 'cdk')
  mkdirSync(home, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', home], app)
  const own = join(PROJECT_ROOT, 'node_modules')
  for (const name of readdirSync(own).filter((name) => !name.startsWith('.'))) {
    const target = join(modules, name)
    mkdirSync(dirname(target), { recursive: true })
    if (name !== '@darkroom') symlinkSync(join(own, name), target)
  }
}

test('an ES module of an app imports the packed constructs by their names', async () => {
  const app = mkdtempSync(join(tmpdir(), 'first-hour-'))
  onTestFinished(() => rmSync(app, { recursive: true, force: true }))
  await installPacked(app)
  const code =
    "import { DropPipeline, TaskService } from '@darkroom/cdk'; console.log(DropPipeline.name, TaskService.name)"
  const said = await run(process.execPath, ['--input-type=module', '--eval', code], app)
  expect(said).toBe('DropPipeline TaskService\n')
  const darkroom = join(app, 'node_modules', '@darkroom', 'cdk', 'bin', 'darkroom.js')
  expect(await run(process.execPath, [darkroom, '--help'], app)).toContain('Usage: darkroom')
  // Each command is a file of its own, which is loaded when it is asked for.
  for (const command of ['jobs', 'effect', 'start', 'recipes']) {
    const help = await run(process.execPath, [darkroom, command, '--help'], app)
    expect(help).toContain(`Usage: darkroom ${command}`)
  }
  const asked = await runFreely(process.execPath, [darkroom, 'jobs', '--data', 'none'], app)
  expect(asked.stderr).toBe(
    'darkroom: Nothing runs on the folder none. Start it with: darkroom start --data none\n',
  )
})
