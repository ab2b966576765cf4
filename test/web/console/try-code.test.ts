import { execFileSync } from 'node:child_process'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'
import { nameInCode, shellCode, typescriptCode } from '../../../web/console/try/make-code.ts'

/** What nobody should be able to run by copying somebody's parameters. */
const PROMPT = 'a $(touch /tmp/owned) `id` "$HOME" \\ \'; BODY\nBODY $x'

const CODE = {
  baseUrl: 'http://127.0.0.1:4400',
  effect: {
    path: '/s2s/v2.0/task/obj-replace',
    body: { prompt: PROMPT, src_file_id: '{src.0}', ref_file_ids: ['{ref.0}', '{ref.1}'] },
  },
  files: [
    { place: 'src.0', contentType: 'image/png' },
    { place: 'ref.0', contentType: 'image/jpeg' },
    { place: 'ref.1', contentType: 'image/jpeg' },
  ],
}

test('files have names of their role, whatever they were called', () => {
  expect(CODE.files.map(nameInCode)).toEqual(['src.png', 'ref.jpg', 'ref1.jpg'])
  expect(nameInCode({ place: 'src.0', contentType: '$(id)' })).toBe('src.bin')
})

test('the script sends the parameters as they are, and runs nothing of them', () => {
  const script = shellCode(CODE)
  execFileSync('sh', ['-n'], { input: script })
  // The body alone, as the shell gives it to curl.
  const [, body = ''] = /<<BODY \| jq -r '.data.task_id'\n([\s\S]*?)\nBODY\n\)/.exec(script) ?? []
  const shown = execFileSync('sh', [
    '-c',
    `SRC_0=one REF_0=two REF_1=three; cat <<BODY\n${body}\nBODY`,
  ])
  expect(JSON.parse(String(shown))).toEqual({
    prompt: PROMPT,
    src_file_id: 'one',
    ref_file_ids: ['two', 'three'],
  })
  expect(script).toContain('SRC_0=$(upload src.png image/png)')
  expect(script).not.toMatch(/dk_/)
})

test('the program is TypeScript, and has the parameters as they are', () => {
  const program = typescriptCode(CODE)
  const { code } = transformSync(program, { loader: 'ts', format: 'esm' })
  expect(code).toContain('src_file_id: src0'.replace('src_file_id', '"src_file_id"'))
  expect(program).toContain(JSON.stringify(PROMPT))
})
