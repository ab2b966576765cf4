import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/**
 * What to type for the command line, told by the variables that npm sets: `npx darkroom` where npm called it and finds
 * this project's command, otherwise its name alone. Elsewhere npx would offer another package of that name.
 */
export function typedCommand(env: NodeJS.ProcessEnv = process.env): string {
  const project = env['npm_config_local_prefix']
  if (env['npm_command'] === undefined || project === undefined) return 'darkroom'
  const known =
    project === PROJECT_ROOT || existsSync(join(project, 'node_modules', '.bin', 'darkroom'))
  return known ? 'npx darkroom' : 'darkroom'
}
