import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * `node test/side-by-side/run.ts lint types`: runs scripts of package.json at once, because most of them keep one core
 * busy. What each says is printed when it has ended. Fails where one of them fails, after all have ended.
 */
async function runScript(name: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    shell: process.platform === 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  process.stdout.write(`${name}: ${code === 0 ? 'no fault' : 'failed'}\n${said}`)
  return code === 0
}

const passed = await Promise.all(process.argv.slice(2).map(runScript))
process.exitCode = passed.every(Boolean) ? 0 : 1
