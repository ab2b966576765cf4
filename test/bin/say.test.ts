import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { say, sayJson } from '../../bin/program/say.ts'
import { printable } from '../../catalog/json/unprintable.ts'

const BIN = join(import.meta.dirname, '..', '..', 'bin')
/** Clears the screen, sets the title by C1, turns the text, breaks the line. */
const HOSTILE = '\u001b[2J\u009d0;mine\u009c\u202egpj.\r\n\u2028'
const SHOWN = '\\u001b[2J\\u009d0;mine\\u009c\\u202egpj.\\u000d\\u000a\\u2028'

test('nothing in a line controls the terminal, and letters of all scripts and signs stay', () => {
  expect(printable(HOSTILE)).toBe(SHOWN)
  const kept = 'Größe שלום 日本 👩‍👩‍👧 100 % \\d'
  expect(printable(kept)).toBe(kept)
})

test('JSON stays JSON of the same value', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  sayJson({ key: HOSTILE })
  const [[text] = []] = print.mock.calls
  expect(JSON.parse(text)).toEqual({ key: HOSTILE })
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2028]/u)
  say('two', 'lines')
  expect(print).toHaveBeenLastCalledWith('two\nlines')
})

test('no command writes to the terminal in another way', () => {
  const files = readdirSync(BIN, { recursive: true, encoding: 'utf8' })
  const others = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      file !== join('program', 'say.ts') &&
      /\bconsole\.\w+\(|process\.std(?:out|err)\.write\((?!text\))|\bout\.write/.test(
        readFileSync(join(BIN, file), 'utf8'),
      ),
  )
  expect(others).toEqual([])
})
