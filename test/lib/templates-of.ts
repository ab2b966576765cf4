import { type AppOptions, buildApp } from '../../lib/build-app.ts'
import { synthesize } from '../../local/stacks/synthesize.ts'
import type { Assembly } from '../../local/template/template.ts'

const made = new Map<string, string>()

/**
 * The templates with these settings of the context and these options, made once for all files of a process: a synthesis
 * takes half a second of the processor. Each caller gets its own copy.
 */
export function templatesOf(
  context: Readonly<Record<string, unknown>> = {},
  options: AppOptions = {},
): Assembly {
  const key = JSON.stringify([context, options])
  const known =
    made.get(key) ?? JSON.stringify(synthesize((app) => buildApp(app, options), context))
  made.set(key, known)
  return JSON.parse(known)
}
