#!/usr/bin/env node
// The command line needs the Node that the `node` package brings; whatever Node runs this file only hands over to it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Starts the command line with the right Node. */
async function handOver() {
  const main = join(import.meta.dirname, 'darkroom.ts')
  const own = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node')
  if (Number(process.versions.node.split('.')[0]) >= 24 || !existsSync(own)) {
    await import(main)
    return
  }
  const child = spawn(own, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}

// `import.meta.dirname` came with 20.11.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 11)) {
  console.error(`darkroom: Node ${process.versions.node} is too old: 20.11 or newer is needed.`)
  process.exitCode = 1
} else {
  await handOver()
}
