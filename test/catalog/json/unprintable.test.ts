import { expect, test } from 'vitest'
import { printable } from '../../../catalog/json/unprintable.ts'

test('characters that steer a terminal, hide, or turn others are shown as escapes', () => {
  expect(printable('photo\u202egnp.exe.jpg')).toBe('photo\\u202egnp.exe.jpg')
  expect(printable('a\nb\u0007\u200b\u2066c\ufeff')).toBe('a\\u000ab\\u0007\\u200b\\u2066c\\ufeff')
  expect(printable('\u001b[2J\u007f\u009b')).toBe('\\u001b[2J\\u007f\\u009b')
})

test.each(['Zoë – 写真 <img onerror=x>', 'می‌خواهم.jpg', '👩‍💻.jpg', '~ \u00a0é'])(
  '%s stays as it is',
  (text) => expect(printable(text)).toBe(text),
)

test.each([
  ['\u061b', '\u061c', '\u061d'],
  ['\u200a', '\u200b', '\u200c'],
  ['\u200d', '\u200e', '\u2010'],
  ['\u2027', '\u2028', '\u202f'],
  ['\u205f', '\u2060', '\u206a'],
  ['\ufefe', '\ufeff', '\uff00'],
])('beside %j and %j are others', (before, first, after) => {
  expect(printable(before + after)).toBe(before + after)
  expect(printable(first)).not.toBe(first)
})
