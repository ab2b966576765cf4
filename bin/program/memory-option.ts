import { totalmem } from 'node:os'
import { Option } from 'commander'

const GIGABYTE = 1e9

/** Below this not even one picture and its preparation can be worked on beside the run itself. */
const LEAST = 2 * GIGABYTE

const UNITS = { '': GIGABYTE, gb: GIGABYTE, g: GIGABYTE, mb: 1e6, m: 1e6 } as const

/** `--memory 3GB`: how many bytes a local run may take. */
export function memoryOption(): Option {
  return new Option(
    '--memory <size>',
    'the most memory to take, such as 3GB, at least 2GB; a third of the machine’s unless told otherwise',
  )
    .env('DARKROOM_MEMORY')
    .argParser(parseMemory)
    .default(usualMemory(), 'a third of the machine’s, at least 2GB')
}

/**
 * Bytes of `3GB`, `2.5gb`, `3000MB` or `3`.
 * @throws naming the rule
 */
export function parseMemory(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? []
  const scale = (UNITS as Record<string, number>)[unit.toLowerCase()]
  const bytes = Number(number) * (scale ?? Number.NaN)
  if (number === '' || !(bytes >= LEAST)) {
    throw new Error('--memory takes a size of at least 2GB, such as 3GB.')
  }
  return bytes
}

/** A third of what the machine, or the container, has. */
export function usualMemory(machine = totalmem(), container = process.constrainedMemory()): number {
  const has = container > 0 ? Math.min(machine, container) : machine
  return Math.max(LEAST, has / 3)
}
