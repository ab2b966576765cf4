import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { addExample, packProject, readExample } from './packed-project.ts'
import { run, runFreely } from './run-command.ts'

const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline']

/** The oldest Node the README promises, and the oldest construct library and compiler the package does. */
const OLDEST = { node: '20.11.0', cdk: '2.224.0', constructs: '10.0.0', typescript: '5.4.5' }

let folder: string
let tarball: string
let oldNode: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-hour-'))
  const tools = makeFolder('tools', { private: true })
  const installed = run('npm', [...INSTALL, `node@${OLDEST.node}`], tools)
  tarball = await packProject(folder)
  await installed
  oldNode = join(tools, 'node_modules', 'node', 'bin', 'node')
  expect(await run(oldNode, ['--version'], tools)).toBe(`v${OLDEST.node}\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makeFolder(name: string, packageJson: object): string {
  const made = join(folder, name)
  mkdirSync(made)
  writeFileSync(join(made, 'package.json'), JSON.stringify(packageJson))
  return made
}

type Resource = {
  Type: string
  Metadata?: Record<string, string>
  Properties: { Runtime?: string }
}

/** The handlers of a synthesized stack's functions; each has its bundle, and the worker what cannot be bundled. */
function handlersOf(out: string): string[] {
  const [file] = readdirSync(out).filter((name) => name.endsWith('.template.json'))
  const { Resources } = JSON.parse(readFileSync(join(out, file!), 'utf8'))
  const functions = Object.values<Resource>(Resources).flatMap(({ Metadata = {} }) => {
    const { 'darkroom:entry': entry, 'aws:asset:path': asset = '' } = Metadata
    return entry === undefined ? [] : [{ entry, asset: join(out, asset) }]
  })
  for (const { asset } of functions) expect(readdirSync(asset)).toContain('index.mjs')
  const worker = functions.find(({ entry }) => entry.includes('run-task'))
  const carried = join(worker!.asset, 'node_modules', '@img', 'sharp-linux-arm64')
  expect(existsSync(carried)).toBe(true)
  return functions.map(({ entry }) => entry).sort()
}

let handlers: string[]

test('an app that cdk init made takes the package in, with the newest construct library', async () => {
  const app = join(folder, 'studio')
  mkdirSync(app)
  const cdk = join(PROJECT_ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk')
  await run(process.execPath, [cdk, 'init', 'app', '--language=typescript', '--generate-only'], app)
  await run('npm', [...INSTALL, tarball], app)
  addExample(join(app, 'lib', 'studio-stack.ts'))
  // The construct library's own declarations do not bear the exact optional properties; the package's must.
  const exact = ['tsc', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes']
  const { stdout } = await runFreely('npx', exact, app)
  expect(
    stdout.split('\n').filter((line) => /^(?!node_modules\/aws-cdk-lib\/)\S/.test(line)),
  ).toEqual([])
  await run('npx', ['cdk', 'synth', '--quiet'], app)
  handlers = handlersOf(join(app, 'cdk.out'))
  expect(handlers.length).toBeGreaterThan(15)

  // The command line of the package, started by the oldest Node.
  const darkroom = join(app, 'node_modules', '.bin', 'darkroom')
  expect(await run(oldNode, [darkroom, 'demo'], app)).toContain('Wrote before.png, after.png')
})

test('an app of the oldest Node, compiler and construct library takes it in, too', async () => {
  const app = makeFolder('archive', { private: true })
  const { cdk, constructs, typescript } = OLDEST
  const packages = [`aws-cdk-lib@${cdk}`, `constructs@${constructs}`, `typescript@${typescript}`]
  await run('npm', [...INSTALL, '--ignore-scripts', ...packages, '@types/node@20', tarball], app)
  const { imports, body } = readExample()
  writeFileSync(
    join(app, 'app.ts'),
    `import { App, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
${imports}
class Archive extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id)
${body}
  }
}
const app = new App({ outdir: 'cdk.out', context: { 'aws:cdk:enable-asset-metadata': true } })
new Archive(app, 'Archive')
app.synth()
`,
  )
  const options = [
    '--strict',
    '--target',
    'es2022',
    '--module',
    'commonjs',
    '--moduleResolution',
    'node',
  ]
  await run(oldNode, ['node_modules/typescript/bin/tsc', ...options, 'app.ts'], app)
  await run(oldNode, ['app.js'], app)
  expect(handlersOf(join(app, 'cdk.out'))).toEqual(handlers)

  // Scripts were not run, so that Node 24 is missing, as it is where npm refuses them.
  const darkroom = join(app, 'node_modules', '.bin', 'darkroom')
  expect(await runFreely(oldNode, [darkroom, '--help'], app)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'darkroom: Node 24, which the package `node` brings, is missing: run npm rebuild node (with -g where this is installed so)\n',
  })
})

test('an ES module imports the constructs by their names', async () => {
  const code =
    "import { DropPipeline, TaskService } from '@darkroom/cdk'; console.log(DropPipeline.name, TaskService.name)"
  const said = await run(oldNode, ['--input-type=module', '--eval', code], join(folder, 'archive'))
  expect(said).toBe('DropPipeline TaskService\n')
})
