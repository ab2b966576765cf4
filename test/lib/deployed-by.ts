import { buildFromSettings } from '../../lib/build-app.ts'
import { unbundledApp } from './unbundled-app.ts'

type Resource = {
  Type: string
  Properties: Record<string, unknown>
  DeletionPolicy?: string
}

const made = new Map<string, string>()

/**
 * The resources of each stack that whoever deploys with these settings gets, made once for all files of a process: a
 * synthesis takes half a second of the processor. Each caller gets its own copy.
 */
export function deployedBy(
  context: Readonly<Record<string, unknown>>,
): Record<string, Record<string, Resource>> {
  const key = JSON.stringify(context)
  const known = made.get(key) ?? JSON.stringify(resourcesBy(context))
  made.set(key, known)
  return JSON.parse(known)
}

function resourcesBy(context: Readonly<Record<string, unknown>>): Record<string, object> {
  const app = unbundledApp(context)
  buildFromSettings(app)
  return Object.fromEntries(
    app.synth().stacks.map(({ stackName, template }) => [stackName, template.Resources]),
  )
}
