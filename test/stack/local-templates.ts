import { type LocalAppOptions, synthesizeLocal } from '../../local/run/synthesize-local.ts'
import type { Assembly } from '../../local/template/template.ts'

const templates = new Map<string, Assembly>()

/** The templates of both stacks by these options, made once in a process: a synthesis takes a second. */
export function localTemplates(options: LocalAppOptions = {}): Assembly {
  const key = JSON.stringify(options)
  const known = templates.get(key) ?? synthesizeLocal(options)
  templates.set(key, known)
  return known
}
