#!/usr/bin/env node
// The command line needs the Node that the package `node` brings; whatever Node runs this file only hands over to it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const here = dirname(fileURLToPath(import.meta.url))
const source = join(here, 'darkroom.ts')
const main = existsSync(source) ? source : join(here, '..', 'dist', 'bin', 'darkroom.js')

if (major < 20 || (major === 20 && minor < 11)) {
  fail(`Node ${process.versions.node} is too old: 20.11 or newer is needed.`)
} else if (major >= 24) {
  await import(pathToFileURL(main).href)
} else {
  handOver()
}

function handOver() {
  const own = findNode(here)
  if (!own)
    return fail(
      'Node 24, which the package `node` brings, is missing: run npm rebuild node (with -g where this is installed so)',
    )
  const child = spawn(own, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    // As a shell tells of it.
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
  })
}

/** Where Node looks for packages: beside this one or above it. */
function findNode(folder) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const found = join(folder, 'node_modules', 'node', 'bin', file)
  if (existsSync(found)) return found
  return dirname(folder) === folder ? undefined : findNode(dirname(folder))
}

function fail(reason) {
  console.error(`darkroom: ${reason}`)
  process.exitCode = 1
}
