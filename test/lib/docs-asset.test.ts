import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docsRoutes } from '../../lib/service/docs-routes.ts'
import { ServiceStores } from '../../lib/service/service-stores.ts'

let folder: string
let asset: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docs-asset-'))
  const app = new App({ outdir: join(folder, 'out'), analyticsReporting: false })
  const stack = new Stack(app, 'Docs')
  docsRoutes(stack, new ServiceStores(stack, 'Stores'))
  const { directory } = app.synth()
  const [name] = readdirSync(directory).filter((each) => each.startsWith('asset.'))
  asset = join(folder, 'task')
  cpSync(join(directory, name!), asset, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Answer = { statusCode: number; body: string }

/** Asks the deployed function for paths with nothing around it: no package of the project is in reach. */
function ask(...paths: string[]): Answer[] {
  const said = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { handler } = await import('./index.mjs')
       const answers = []
       for (const rawPath of ${JSON.stringify(paths)}) {
         const event = { rawPath, headers: {}, requestContext: { http: {} } }
         answers.push(await handler(event, { awsRequestId: 'r' }))
       }
       process.stdout.write(JSON.stringify(answers))`,
    ],
    {
      cwd: asset,
      encoding: 'utf8',
      maxBuffer: 20_000_000,
      env: { LIMITS_TABLE: 'limits', AWS_REGION: 'us-east-1' },
    },
  )
  return JSON.parse(said)
}

test('carries the viewer: the page and every file it names', () => {
  const [viewer] = ask('/docs')
  const page = Buffer.from(viewer?.body ?? '', 'base64').toString()
  const names = [...page.matchAll(/"(\/docs\/[^"]+)"/g)].map(([, name = '']) => name)
  expect(names.length).toBe(4)
  expect(ask(...names).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
})

test('carries the licence of what it hands out', () => {
  const files = readdirSync(join(asset, 'node_modules', 'swagger-ui-dist'))
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE']))
})
