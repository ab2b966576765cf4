import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import type { Assembly } from '../template/template.ts'

const CDK_JSON = join(import.meta.dirname, '..', '..', 'cdk.json')

/** The CDK context of a local run. Nothing is bundled, because the sources themselves run. */
const LOCAL_CONTEXT = {
  'aws:cdk:bundling-stacks': [],
  'aws:cdk:enable-path-metadata': true,
}

/**
 * Synthesizes the stacks that `build` puts in an app, in this process and without bundling, and returns their
 * templates. `context` is added over that of cdk.json.
 */
export function synthesize(
  build: (app: App) => void,
  context: Readonly<Record<string, unknown>> = {},
): Assembly {
  const outdir = mkdtempSync(join(tmpdir(), 'darkroom-synth-'))
  try {
    const project = JSON.parse(readFileSync(CDK_JSON, 'utf8')).context
    const app = new App({
      outdir,
      analyticsReporting: false,
      // Checking templates belongs to the deployment, and takes longer than the synthesis.
      builtinCloudFormationValidation: false,
      // They are not read here, and take a quarter of the time.
      treeMetadata: false,
      stackTraces: false,
      context: { ...project, ...LOCAL_CONTEXT, ...context },
    })
    build(app)
    const { stacks } = app.synth()
    return { stacks: stacks.map(({ stackName, template }) => ({ name: stackName, template })) }
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}
