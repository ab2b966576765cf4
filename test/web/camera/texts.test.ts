import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../web/camera/options/read-options.ts'
import { TEXTS } from '../../../web/camera/texts/texts.ts'

/** Every word of a language with the path to it. */
function wordsOf(value: unknown, path: string): [path: string, words: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function')
    return [[path, (value as (at: number, of: number) => string)(2, 3)]]
  return Object.entries(value as object).flatMap(([key, one]) => wordsOf(one, `${path}.${key}`))
}

test.each(LANGUAGES.filter((one) => one !== 'enu'))(
  '%s says everything, in its own words',
  (language) => {
    const english = new Map(wordsOf(TEXTS.enu, ''))
    const words = wordsOf(TEXTS[language], '')
    expect(words.map(([path]) => path)).toEqual([...english.keys()])
    // Some short words are the same in several languages: "Position", "Angle".
    const same = words.filter(([path, said]) => said === english.get(path) && said.length > 10)
    expect(same).toEqual([])
    expect(words.every(([, said]) => said.trim() === said && said.length > 0)).toBe(true)
    expect(TEXTS[language].step(2, 3)).toMatch(/2.*3|3.*2/)
  },
)
