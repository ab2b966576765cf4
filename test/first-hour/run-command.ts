import { execFile } from 'node:child_process'

/** How a command ended, and what it printed. */
export type Ended = { code: number; stdout: string; stderr: string }

/**
 * Runs a command as a newcomer's shell would: none of the variables that npm gives to the scripts it runs, whose
 * `node` would come first.
 */
export function runFreely(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/.test(name))
  const env = { ...Object.fromEntries(own), PATH: outerPath(), ...registry(), CI: '1' }
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 }
    execFile(command, args, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ code, stdout, stderr })
    })
  })
}

/** The same, and throws with what was printed when the command failed. */
export async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runFreely(command, args, cwd)
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${stdout}\n${stderr}`)
  return stdout
}

/** Without the folders that npm puts in front for a script, where the project's Node and tools are. */
function outerPath(): string {
  const folders = (process.env['PATH'] ?? '').split(':')
  return folders.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(':')
}

/** The registry this run uses, where npm was told of it by a variable. */
function registry(): Record<string, string> {
  const name = 'npm_config_registry'
  const given = process.env[name]
  return given === undefined ? {} : { [name]: given }
}
