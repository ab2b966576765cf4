import { createHash, randomUUID } from 'node:crypto'
import jsonata from 'jsonata'
import type { Clock } from '../clock.ts'

const algorithms: Record<string, string> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
}

// The documented limit of the States.ArrayRange intrinsic, which $range replaces.
const longestRange = 1_000

/** One number of the Mulberry32 generator: the same seed gives the same number. */
export function seededRandom(seed: number): number {
  let t = (Math.trunc(seed) + 0x6d2b79f5) | 0
  t = Math.imul(t ^ (t >>> 15), t | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

function requireThat(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new TypeError(rule)
}

function partition(array: unknown, size: unknown): unknown[][] {
  const list = Array.isArray(array) ? array : [array]
  requireThat(
    Number.isInteger(size) && (size as number) > 0,
    '$partition: the size must be a positive integer',
  )
  const step = size as number
  return Array.from({ length: Math.ceil(list.length / step) }, (_, i) =>
    list.slice(i * step, (i + 1) * step),
  )
}

function range(first: unknown, last: unknown, step: unknown = 1): number[] {
  requireThat(
    [first, last, step].every(Number.isInteger) && step !== 0,
    '$range: first, last and step must be integers, the step not 0',
  )
  const [from, to, by] = [first as number, last as number, step as number]
  const length = Math.max(0, Math.floor((to - from) / by) + 1)
  requireThat(length <= longestRange, `$range: at most ${longestRange} numbers`)
  return Array.from({ length }, (_, i) => from + i * by)
}

function hash(content: unknown, algorithm: unknown = 'SHA-256'): string {
  const name = typeof algorithm === 'string' ? algorithms[algorithm] : undefined
  requireThat(typeof content === 'string', '$hash: the content must be a string')
  requireThat(
    name !== undefined,
    `$hash: the algorithm must be one of ${Object.keys(algorithms).join(', ')}`,
  )
  return createHash(name).update(content).digest('hex')
}

function parse(text: unknown): unknown {
  requireThat(typeof text === 'string', '$parse: the argument must be a string of JSON')
  return JSON.parse(text)
}

const fromMillis = jsonata('$fromMillis($at, $picture, $zone)')

/**
 * The functions that Step Functions adds to JSONata ($partition, $range, $hash, $random, $uuid, $parse), with `$eval`
 * removed and `$now` and `$millis` reading the interpreter's clock (Developer Guide, "Transforming data with JSONata
 * in Step Functions").
 */
export function queryFunctions(clock: Clock, random: () => number): Record<string, unknown> {
  return {
    partition,
    range,
    hash,
    parse,
    random: (seed?: unknown) => (typeof seed === 'number' ? seededRandom(seed) : random()),
    uuid: () => randomUUID(),
    eval: undefined,
    millis: () => clock.now(),
    now: (picture?: unknown, zone?: unknown) =>
      picture === undefined
        ? new Date(clock.now()).toISOString()
        : fromMillis.evaluate(undefined, { at: clock.now(), picture, zone }),
  }
}
