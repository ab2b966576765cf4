import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

const read = (file: string): string => readFileSync(join(PROJECT_ROOT, file), 'utf8')

/** Functions, types and functions in constants, at the top of a file or inside another one. */
const DECLARATION =
  /^ *(?:export )?(?:function (\w+)|type (\w+) =|const (\w+) = (?:async )?\([^)]*\)(?:: \w+)? =>)/gm

const files = globSync('{engine,web}/**/*.{ts,tsx}', { cwd: PROJECT_ROOT }).filter(
  (file) => !/^engine\/geometry\/|\/node_modules\//.test(file),
)

/** What engine/geometry exports, and the words by which others would call it. */
const OWNED = new Set([
  ...globSync('engine/geometry/*.ts', { cwd: PROJECT_ROOT }).flatMap((file) =>
    [...read(file).matchAll(/^export (?:function|type|const) (\w+)/gm)].map(([, name]) => name!),
  ),
  ...['median', 'quantile', 'percentile', 'bilinear', 'sample', 'sampleAt', 'catmullRom'],
  ...['floodFill', 'labelComponents', 'connectedComponents', 'solveSystem', 'dist', 'Rect'],
])

/** A word of many meanings. */
OWNED.delete('beside')

const declaredIn = (text: string): string[] =>
  [...text.matchAll(DECLARATION)].map(([, ...names]) => names.find(Boolean)!)

test('what engine/geometry has is declared nowhere else', () => {
  expect(OWNED).toContain('distance')
  const again = files.flatMap((file) =>
    declaredIn(read(file))
      .filter((name) => OWNED.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(again).toEqual([])
})

/** By what each is known whatever its name is, and where it stands with a reason. */
const SIGNS: Record<string, { sign: RegExp; except: Record<string, string> }> = {
  Size: { sign: /\{\s*width: number[;,]?\s+height: number[;,]?\s*\}/, except: {} },
  Point: { sign: /\btype \w+ = \{\s*x: number[;,]?\s+y: number[;,]?\s*\}/, except: {} },
  Box: {
    sign: /\{\s*left: number[;,]?\s+top: number[;,]?\s+width: number[;,]?\s+height: number[;,]?\s*\}/,
    except: {},
  },
  distance: {
    sign: /Math\.hypot\(\s*(\w+)!?\.x - (\w+)!?\.x,\s*\1!?\.y - \2!?\.y,?\s*\)/,
    except: {},
  },
  'a quantile': {
    sign: /\.(?:toSorted|sort)\((?:\((\w+), (\w+)\) => \1 - \2)?\)\s*\[/,
    except: {},
  },
  'a bilinear sample': {
    sign: /\(1 - (\w+(?:\.\w+)?)\) \+ [^;\n]*\]! \* \1\b|(\w+)\[([^\]\n]+) \+ \w+\]! - \2\[\3\]!\) \*/,
    except: {
      'engine/effects/body-reshape/shape/anatomy.ts': 'linear, in a table',
      'engine/face/warp/angle-table.ts': 'linear, in a table that is a ring',
      'engine/effects/image-to-video/draw-scene.ts': 'linear, down the edges of a cell',
      'engine/effects/image-to-video/sway.ts': 'linear, down the edges of a cell',
      'engine/effects/video-trans/hatch-tile.ts':
        'a tile goes on at its other side, and tones are a third direction',
      'engine/vision/mattes/render-matte.ts': 'whole rows, one direction after the other',
    },
  },
  'Catmull-Rom weights': { sign: /-5 \+ 3 \* \w+|3 \* (\w+) - 5/, except: {} },
  'a flood fill': {
    sign: /\.pop\(\)[\s\S]*?- (?:width|across|columns|cols|stride)\b/,
    except: {
      'engine/raster/mask/keep-connected.ts': 'the one that keeps values, run by run',
      'engine/effects/cloth-v3/read/front-neckline.ts':
        'cells count where their row is broad there',
    },
  },
}

test.each(Object.entries(SIGNS))(
  '%s is written nowhere else under another name',
  (_, { sign, except }) => {
    const found = files.filter((file) => sign.test(read(file)))
    expect(found.filter((file) => !(file in except))).toEqual([])
    // An exception that is gone is no longer one.
    expect(Object.keys(except).filter((file) => !found.includes(file))).toEqual([])
  },
)

test.each([
  ['Size', 'function f(size: { width: number; height: number }): void {'],
  ['Point', 'type Spot = { x: number; y: number }'],
  ['Box', 'type Area = {\n  left: number\n  top: number\n  width: number\n  height: number\n}'],
  ['distance', 'const far = Math.hypot(p.x - q!.x, p.y - q!.y)'],
  ['a quantile', 'return values.toSorted((a, b) => a - b)[values.length >> 1]'],
  ['a bilinear sample', 'const top = data[i]! * (1 - u) + data[i + 1]! * u'],
  ['a bilinear sample', 'const top = plane[at]! + (plane[at + beside]! - plane[at]!) * right'],
  ['Catmull-Rom weights', 'w[1] = 0.5 * (3 * t3 - 5 * t2 + 2)'],
  ['a flood fill', 'const at = open.pop()!\n  visit(at + 1)\n  visit(at - width)'],
])('the sign of %s is seen', (what, text) => {
  expect(SIGNS[what]!.sign.test(text)).toBe(true)
})
