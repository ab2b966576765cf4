import { describe, expect, it, test } from 'vitest'
import { requireGenerator } from '../../../catalog/generator/require-generator.ts'
import { readPrompt } from '../../../catalog/object-prompt/read-prompt.ts'

test.each([
  ['enu', 'remove', 'a red jacket', 'marble'],
  ['deu', 'entferne das', 'eine rote Jacke', 'aus Marmor'],
  ['fra', 'supprimer l’objet', 'une veste rouge', 'en marbre'],
  ['esp', 'eliminar', 'una chaqueta roja', 'de mármol'],
  ['ptb', 'remover', 'um casaco vermelho', 'de mármore'],
  ['ita', 'rimuovi', 'una giacca rossa', 'di marmo'],
  ['chs', '移除背景', '红色的夹克', '换成大理石'],
  ['cht', '移除', '紅色的夾克', '大理石'],
  ['jpn', '消して', '赤いジャケット', '大理石'],
  ['kor', '제거해줘', '빨간색 재킷', '대리석으로'],
  ['mon', 'арилгах', 'улаан хүрэм', 'гантиг'],
])('understands %s', (_, removal, recolour, material) => {
  expect(readPrompt(removal)).toEqual({ kind: 'remove' })
  expect(readPrompt(recolour)).toEqual({ kind: 'recolour', colour: [196, 30, 42] })
  expect(readPrompt(material)).toMatchObject({ kind: 'material', material: 'marble' })
})

test.each([
  ['#A0522D', [160, 82, 45]],
  ['#abc wall', [170, 187, 204]],
  ['dark #fff', [173, 173, 173]],
  ['light #000', [82, 82, 82]],
  ['a navy blue coat', [29, 43, 83]],
  ['ein DUNKELROTES Kleid', [133, 20, 29]],
  ['a royal blue one', [37, 69, 184]],
  ['a yellow bus', [242, 199, 29]],
  ['forest green', [31, 90, 53]],
  ['a mint dress', [168, 220, 192]],
  ['midnight blue', [25, 25, 112]],
  ['a hot pink umbrella', [224, 72, 154]],
  ['a sea green sofa', [46, 139, 87]],
  ['dodgerblue', [30, 144, 255]],
  ['a steel blue fridge', [70, 130, 180]],
  ['a burnt orange vase', [184, 90, 23]],
  ['a plain black dog', [28, 28, 30]],
  ['un manteau bleu marine', [29, 43, 83]],
  ['宝蓝色的船', [37, 69, 184]],
  ['ｒｅｄ', [196, 30, 42]],
])('reads the colour of %s', (prompt, colour) => {
  expect(readPrompt(prompt)).toEqual({ kind: 'recolour', colour })
})

test.each([
  ['hellblau', [169, 205, 235]],
  ['Hellblaues', [169, 205, 235]],
  ['königsblau', [37, 69, 184]],
  ['azzurro', [125, 184, 232]],
  ['水色', [125, 184, 232]],
  ['scarlet', [179, 18, 43]],
  ['카키', [163, 154, 107]],
])('takes %s, which names nothing but a colour, for one without a thing', (prompt, colour) => {
  expect(readPrompt(prompt)).toEqual({ kind: 'recolour', colour })
})

it('reads a material of a colour', () => {
  expect(readPrompt('black leather')).toEqual({
    kind: 'material',
    material: 'leather',
    colour: [28, 28, 30],
  })
})

describe('what would have to be invented', () => {
  const prompts = [
    'a bunch of white tulips',
    'a vase',
    'a red and blue shirt',
    'a forest',
    'a plum',
    'coral',
    'a marine',
    'hellblau scarlet',
    'scarlet green',
    'a jet',
    'ice',
    'a lemon green shirt',
    'royal navy blue',
    'not red',
    'wood and marble',
    'a jacket',
    'remove red',
    'remove marble',
    '#12345',
    '!!!',
    '龍',
    'constructor',
    'a'.repeat(2000),
  ]

  it.each(prompts)('%s is not understood', (prompt) => {
    expect(readPrompt(prompt)).toBeUndefined()
    const ask = () =>
      requireGenerator({ feature: 'obj-replace', parameters: { prompt } }, undefined)
    expect(ask).toThrow(/only a generator can invent.*-c generator=bedrock/)
  })

  it('is left to a generator that fills', () => {
    const offer = { name: 'bedrock', abilities: ['fill'] as const }
    requireGenerator({ feature: 'obj-replace', parameters: { prompt: 'a vase' } }, offer)
  })
})

test('a German shade is part of a word only before a colour', () => {
  expect(readPrompt('dunkelrot')).toEqual(readPrompt('dunkel rot'))
  expect(readPrompt('hellgrün')).toEqual(readPrompt('hell grün'))
  for (const word of ['dunkelmarmor', 'hellmarmor', 'dunkelheit', 'helldunkel', 'hellhound']) {
    expect(readPrompt(word)).toBeUndefined()
  }
})
