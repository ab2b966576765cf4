import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Prints lines of scripts as they come instead of what each one said when it has ended. */
const AS_THEY_COME = '--as-they-come'

/**
 * `node test/side-by-side/run.ts lint types`: runs scripts of package.json at once, because most of them keep one core
 * busy. What each says is printed when it has ended, or with `--as-they-come` line by line. Fails where one of them
 * fails, after all have ended.
 */
async function runScript(name: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    shell: process.platform === 'win32',
  })
  const said = [child.stdout, child.stderr].map(asTheyCome ? printLines : textOf)
  const [code] = (await once(child, 'close')) as [number | null]
  const texts = await Promise.all(said)
  process.stdout.write(`${name}: ${code === 0 ? 'no fault' : 'failed'}\n${texts.join('')}`)
  return code === 0
}

async function textOf(stream: Readable): Promise<string> {
  return (await stream.setEncoding('utf8').toArray()).join('')
}

async function printLines(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) process.stdout.write(`${line}\n`)
  return ''
}

const words = process.argv.slice(2)
const asTheyCome = words.includes(AS_THEY_COME)
const passed = await Promise.all(words.filter((word) => word !== AS_THEY_COME).map(runScript))
process.exitCode = passed.every(Boolean) ? 0 : 1
