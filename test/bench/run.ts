import { bundles } from './bundles.ts'
import { jobs } from './jobs.ts'
import { service } from './service.ts'

/** Each bench prints its own table; `npm run bench -- jobs` runs one. */
const BENCHES: Record<string, () => Promise<void>> = { bundles, jobs, service }

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(BENCHES, name))
if (unknown) {
  console.error(`There is no bench ${unknown}; there are ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  await bench()
}
