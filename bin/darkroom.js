#!/usr/bin/env node
// The command line needs the Node that the `node` package brings; whatever Node runs this file only hands over to it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const main = join(import.meta.dirname, 'darkroom.ts')
const own = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node')

if (Number(process.versions.node.split('.')[0]) >= 24 || !existsSync(own)) {
  await import(main)
} else {
  const child = spawn(own, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
