import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { vi } from 'vitest'
import { runProgram } from '../../bin/program/run-program.ts'
import { addressFile, type LocalAddresses } from '../../local/run/addresses.ts'

/** What a command printed, and the status it ended with. */
export type Said = { code: number; out: string; err: string }

/**
 * Runs a command line in this process, on the local run of these addresses where there are any.
 */
export async function runWords(at: LocalAddresses | undefined, ...words: string[]): Promise<Said> {
  const data = mkdtempSync(join(tmpdir(), 'darkroom-words-'))
  if (at) writeFileSync(addressFile(data), JSON.stringify(at))
  const said: Said = { code: 0, out: '', err: '' }
  const print = vi.spyOn(console, 'log').mockImplementation((text: string) => {
    said.out += `${text}\n`
  })
  // The stream as a whole: its method belongs to the local run while functions write.
  const stream = new PassThrough()
  stream.on('data', (text) => {
    said.err += String(text)
  })
  const note = vi.spyOn(process, 'stderr', 'get').mockReturnValue(stream as never)
  const before = process.exitCode
  try {
    const where = at ? ['--data', data] : []
    const code = await runProgram([...words, ...where])
    said.code = code ?? Number(process.exitCode ?? 0)
  } finally {
    process.exitCode = before
    print.mockRestore()
    note.mockRestore()
    rmSync(data, { recursive: true, force: true })
  }
  return said
}
