import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DIST } from './dist.ts'

const TYPES = join(DIST, 'types')

/** A relative module in a declaration: `from './any-bucket.ts'`, `import("./x.ts")`. */
const RELATIVE = /(from |import\()(['"])(\.[^'"]+)\.ts\2/g

/** Modules of other packages, and those of packages that every app of the constructs has. */
const FOREIGN = /(?:from |import\()['"]([^.'"][^'"]*)['"]/g
const PEERS = /^(?:aws-cdk-lib|constructs)(?:\/|$)/

/**
 * Leaves of the declarations those that the constructs' own refer to, so that an app is asked for the types of no
 * package it has no part in, and lets them name each other as JavaScript, which the compiler leaves to us.
 * @throws Error when one refers to any package but the construct library
 */
export function pruneDeclarations(): void {
  const reached = new Set<string>()
  const reach = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    const text = readFileSync(file, 'utf8')
    const [foreign] = [...text.matchAll(FOREIGN)].filter(([, name = '']) => !PEERS.test(name))
    if (foreign) throw new Error(`${file} asks apps for the types of ${foreign[1]}.`)
    for (const [, , , path] of text.matchAll(RELATIVE)) {
      reach(resolve(dirname(file), `${path}.d.ts`))
    }
    writeFileSync(file, text.replace(RELATIVE, '$1$2$3.js$2'))
  }
  reach(join(TYPES, 'lib', 'index.d.ts'))
  for (const file of globSync('**/*.d.ts', { cwd: TYPES })) {
    if (!reached.has(join(TYPES, file))) rmSync(join(TYPES, file))
  }
  // They describe a CommonJS module.
  writeFileSync(join(TYPES, 'package.json'), '{"type":"commonjs"}\n')
}
