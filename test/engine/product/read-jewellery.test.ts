import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { type Product, toProduct } from '../../../engine/product/product.ts'
import { readProduct } from '../../../engine/product/read-product.ts'

/** Cuts jewellery out of a drawing, which a shop saves as JPEG. */
async function cut(ground: string, drawing: string, side = 400): Promise<Product> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="100%" height="100%" fill="${ground}"/>${drawing}</svg>`
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
  return readProduct(await decodePicture(jpeg), {
    removeBackground: true,
    goods: 'jewellery',
    index: 0,
  })
}

/** Alpha and straight linear colours at a pixel of the drawing. */
function at(product: Product, x: number, y: number): { alpha: number; colour: number[] } {
  const own = toProduct(product, x - 0.5, y - 0.5)
  const [column, row] = [Math.floor(own.x), Math.floor(own.y)]
  const isInside = column >= 0 && row >= 0 && column < product.width && row < product.height
  if (!isInside) return { alpha: 0, colour: [0, 0, 0] }
  const from = (row * product.width + column) * 4
  const alpha = product.data[from + 3]!
  return { alpha, colour: [0, 1, 2].map((c) => product.data[from + c]! / (alpha || 1)) }
}

test('a gold chain of shining links on white neither breaks nor turns grey', async () => {
  const links = Array.from({ length: 60 }, (_, n) => {
    const [x, y] = [40 + (320 * n) / 59, 60 + 220 * Math.sin((Math.PI * n) / 59)]
    const fill = n % 3 === 0 ? '#fdf6e6' : '#c8923c'
    return `<circle cx="${x}" cy="${y}" r="1.6" fill="${fill}"/>`
  })
  const line = links
    .map((link) => /cx="([\d.]+)" cy="([\d.]+)"/.exec(link)!.slice(1).join(','))
    .join(' ')
  const chain = `<polyline points="${line}" fill="none" stroke="#d8a95c" stroke-width="2.4"/>`
  const pendant = '<path d="M186 280h28l-14 40z" fill="#c8923c"/>'
  const product = await cut('#ffffff', chain + links.join('') + pendant)
  let [shown, golden, all] = [0, 0, 0]
  for (let n = 4; n < 56; n++) {
    const [x, y] = [40 + (320 * n) / 59, 60 + 220 * Math.sin((Math.PI * n) / 59)]
    const around = [-1, 0, 1].map((by) => at(product, x, y + by))
    const { alpha, colour } = around.toSorted((a, b) => b.alpha - a.alpha)[0]!
    all++
    if (alpha > 0.3) shown++
    if (colour[0]! > 1.6 * colour[2]!) golden++
  }
  expect(shown / all).toBeGreaterThan(0.95)
  expect(golden / all).toBeGreaterThan(0.95)
})

test('diamonds on black are cut out of it, the black between them as well', async () => {
  const stones = Array.from({ length: 9 }, (_, n) => {
    const [x, y] = [60 + 35 * n, 120 + 12 * n * (8 - n)]
    return `<path d="M${x} ${y - 20}l16 20l-16 20l-16 -20z" fill="#e8ecf2"/>
      <path d="M${x} ${y - 20}l6 20l-6 20z" fill="#8b929e"/>`
  })
  const product = await cut('#050506', stones.join(''))
  expect(at(product, 196, 120 + 12 * 16 + 2).alpha).toBe(1)
  expect(at(product, 60, 300).alpha).toBe(0)
  expect(at(product, 200, 160).alpha).toBe(0)
  expect(product.width).toBeLessThan(330)
})

test('the highlight of a pearl is none of its openings, and its shadow none of it', async () => {
  const pearl = `<defs><radialGradient id="p" cx=".4" cy=".35"><stop offset="0" stop-color="#fff"/>
    <stop offset=".22" stop-color="#fff"/><stop offset=".5" stop-color="#e2d8ca"/>
    <stop offset="1" stop-color="#9a8c7c"/></radialGradient>
    <filter id="b"><feGaussianBlur stdDeviation="9"/></filter></defs>
    <ellipse cx="200" cy="300" rx="80" ry="16" fill="#c4c4c4" filter="url(#b)"/>
    <circle cx="200" cy="200" r="90" fill="url(#p)"/>`
  const product = await cut('#ffffff', pearl)
  const glint = at(product, 182, 178)
  expect(glint.alpha).toBe(1)
  expect(Math.min(...glint.colour)).toBeGreaterThan(0.9)
  expect(at(product, 140, 315).alpha).toBe(0)
})

test('a highlight that the file has made transparent is closed, and an opening stays open', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">
    <path fill-rule="evenodd" fill="#d8cfc4" d="M40 150a60 60 0 1 0 120 0a60 60 0 1 0 -120 0z
      M88 132a14 11 0 1 0 28 0a14 11 0 1 0 -28 0z"/>
    <path fill-rule="evenodd" fill="#d8cfc4" d="M180 150a50 50 0 1 0 100 0a50 50 0 1 0 -100 0z
      M190 150a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z"/></svg>`
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  const product = readProduct(await decodePicture(png), {
    removeBackground: true,
    goods: 'jewellery',
    index: 0,
  })
  expect(at(product, 102, 132).alpha).toBe(1)
  expect(at(product, 230, 150).alpha).toBe(0)
})

test('a pendant on a thin link stays with the chain, and a label beside it goes', async () => {
  const drawing = `<path d="M60 0L196 250M340 0L204 250" stroke="#b9bec6" stroke-width="7"/>
    <path d="M200 248v26" stroke="#8f959e" stroke-width="2"/>
    <path d="M200 274l34 44l-34 44l-34 -44z" fill="#c2185b"/>
    <text x="290" y="330" font-size="22" fill="#222222">925</text>`
  const product = await cut('#ffffff', drawing)
  expect(at(product, 200, 320).alpha).toBe(1)
  expect(at(product, 200, 358).alpha).toBeGreaterThan(0.5)
  expect(at(product, 297, 322).alpha).toBe(0)
  expect(product.top).toBe(0)
})

test('the arrow of a measure beside a chain goes, and a chain drawn straight stays', async () => {
  const arrow =
    '<path d="M360 20v300M354 30l6 -10l6 10M354 310l6 10l6 -10" stroke="#111" stroke-width="4" fill="none"/>'
  const chain =
    '<path d="M60 20C80 420 260 420 280 20" stroke="#c99a2e" stroke-width="7" fill="none"/>'
  const beside = await cut('#ffffff', chain + arrow)
  expect(beside.left + beside.width).toBeLessThan(300)
  const straight = await cut('#ffffff', '<path d="M200 20v320" stroke="#c99a2e" stroke-width="7"/>')
  expect(at(straight, 200, 180).alpha).toBeGreaterThan(0.9)
})

test('a gold chain of a pixel keeps its hue where the file has colours at half the size', async () => {
  const chain = '<path d="M60 20Q200 420 340 20" fill="none" stroke="#c8923c" stroke-width="1.3"/>'
  const pendant = '<path d="M186 210h28l-14 40z" fill="#c8923c"/>'
  const product = await cut('#ffffff', chain + pendant)
  const ratios = Array.from({ length: 40 }, (_, n) => {
    const t = 0.05 + n / 100
    const [x, y] = [60 + 280 * t, 20 + 800 * t * (1 - t)]
    const around = [-1, 0, 1].map((by) => at(product, x + by, y))
    const { colour } = around.toSorted((a, b) => b.alpha - a.alpha)[0]!
    return colour[2]! / colour[0]!
  }).toSorted((a, b) => a - b)
  expect(ratios[20]).toBeLessThan(0.3)
})

test('words and their arrows go, also where they touch the chain, and black beads in a row stay', async () => {
  const chain = '<path d="M80 0L190 300L300 0" fill="none" stroke="#d9968f" stroke-width="6"/>'
  const words = `<text x="270" y="200" font-size="22" font-family="sans-serif">4 mm</text>
    <path d="M200 262L262 218" stroke="#111" stroke-width="3"/>
    <path d="M262 218l40 -10" stroke="#111" stroke-width="3"/>`
  const labelled = await cut('#ffffff', chain + words)
  for (const [x, y] of [
    [290, 208],
    [240, 233],
    [280, 192],
  ] as const) {
    expect(at(labelled, x, y).alpha).toBe(0)
  }
  expect(at(labelled, 135, 150).alpha).toBeGreaterThan(0.9)
  const beads = [150, 166, 182, 198, 214, 230].map(
    (x) => `<circle cx="${x}" cy="200" r="6" fill="#111"/>`,
  )
  const beaded = await cut(
    '#ffffff',
    `<path d="M60 200h280" stroke="#c8923c" stroke-width="3"/>${beads.join('')}`,
  )
  expect(at(beaded, 182, 200).alpha).toBe(1)
})

test('a faint mark over the whole picture is no part of a chain', async () => {
  const chain =
    '<path d="M60 20C80 420 260 420 280 20" stroke="#c99a2e" stroke-width="7" fill="none"/>'
  const product = await cut('#ffffff', `${chain}<circle cx="292" cy="120" r="9" fill="#e2e2e2"/>`)
  expect(at(product, 292, 120).alpha).toBe(0)
})

test('black between stones on black stays open where it is thick around', async () => {
  const ring = `<path fill-rule="evenodd" fill="#e8ecf2" d="M120 200a80 80 0 1 0 160 0a80 80 0 1 0 -160 0z
    M186 200a14 14 0 1 0 28 0a14 14 0 1 0 -28 0z"/>`
  const product = await cut('#050506', ring)
  expect(at(product, 200, 200).alpha).toBe(0)
})

test('a faint mark that a gold chain lies on goes, and white pearls on gold stay', async () => {
  const gold =
    '<path d="M60 20C80 420 320 420 340 20" stroke="#c99a2e" stroke-width="9" fill="none"/>'
  const marks = '<circle cx="100" cy="180" r="17" fill="#ececee"/>'
  const marked = await cut('#ffffff', marks + gold)
  expect(at(marked, 112, 188).alpha).toBeLessThan(0.05)
  expect(at(marked, 200, 320).alpha).toBeGreaterThan(0.9)
  const pearl =
    '<circle cx="200" cy="340" r="20" fill="#ece6dc" stroke="#b5a894" stroke-width="2"/>'
  expect(at(await cut('#ffffff', gold + pearl), 200, 352).alpha).toBe(1)
})

test('narrow black gaps with grey edges on black are open, a dark stone is whole', async () => {
  const plate = '<rect x="60" y="60" width="280" height="180" fill="#c8c8cc"/>'
  const gaps = [110, 170, 230, 290].map(
    (x) => `<rect x="${x - 6}" y="100" width="14" height="90" fill="#2d2d31"/>
      <rect x="${x - 2}" y="104" width="6" height="82" fill="#050506"/>`,
  )
  const dark = `<radialGradient id="d"><stop offset="0" stop-color="#0a0a0b"/>
    <stop offset="1" stop-color="#37373a"/></radialGradient><circle cx="200" cy="310" r="50" fill="url(#d)"/>
    <circle cx="200" cy="310" r="52" fill="none" stroke="#c8c8cc" stroke-width="8"/>`
  const product = await cut('#050506', plate + gaps.join('') + dark)
  expect(at(product, 171, 145).alpha).toBeLessThan(0.1)
  expect(at(product, 200, 145).alpha).toBe(1)
  expect(at(product, 200, 310).alpha).toBe(1)
})

test('a necklace on a dark bust is cut out of it, half a one that leaves the picture is refused', async () => {
  const bust = `<linearGradient id="b"><stop offset=".5" stop-color="#37373a"/><stop offset="1" stop-color="#8c8c90"/>
    </linearGradient><path d="M70 0C30 130 60 300 110 400H290C340 300 370 130 330 0z" fill="url(#b)"/>`
  const stones = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, n) => {
      const t = (n + from) / 24
      const [x, y] = [110 + 180 * t, 30 + 640 * t * (1 - t)]
      return `<circle cx="${x}" cy="${y}" r="11" fill="#dcdfe6"/><circle cx="${x}" cy="${y}" r="4" fill="#9aa0ab"/>`
    }).join('')
  const product = await cut('#040405', bust + stones(0, 25))
  expect(at(product, 200, 190).alpha).toBe(1)
  expect(at(product, 200, 90).alpha).toBe(0)
  expect(at(product, 300, 160).alpha).toBeLessThan(0.05)
  expect(at(product, 317, 300).alpha).toBeLessThan(0.05)
  await expect(
    cut('#040405', `${bust}<path d="M0 150h300v40h-300z" fill="#dcdfe6"/>`),
  ).rejects.toThrow(/beyond its border/)
})

test('a piece on dark cloth in folds is refused in words', async () => {
  const folds = [40, 130, 250, 330].map(
    (x) => `<path d="M${x} 60l40 10l-20 260l-30 -8z" fill="#123a44"/>`,
  )
  const gem = '<circle cx="200" cy="200" r="50" fill="#d8cfc4"/>'
  await expect(cut('#092025', folds.join('') + gem)).rejects.toThrow(/on cloth/)
})

/** What stands on a table, with the dark shadow right below it that a shop's light leaves. */
function standing(fill: string, hanging = ''): string {
  return `<defs><filter id="s" x="-50%" y="-200%" width="200%" height="500%">
    <feGaussianBlur stdDeviation="4"/></filter></defs>
    <ellipse cx="200" cy="300" rx="70" ry="8" fill="#8f8f8f" filter="url(#s)"/>
    <circle cx="200" cy="220" r="76" fill="${fill}"/>${hanging}`
}

test('the dark shadow below a golden stud is none of it', async () => {
  const product = await cut('#ffffff', standing('#c8923c'))
  for (const x of [150, 200, 250]) expect(at(product, x, 305).alpha).toBeLessThan(0.1)
  expect(at(product, 200, 290).alpha).toBe(1)
  expect(product.height * product.scale).toBeLessThan(162)
})

test('a pearl and a clear stone below gold are of the piece, as they have edges', async () => {
  const hanging = `<circle cx="170" cy="318" r="26" fill="#cfccc8"/>
    <circle cx="230" cy="318" r="26" fill="#dfe3e8"/>`
  const stud = '<circle cx="200" cy="220" r="76" fill="#c8923c"/>'
  const product = await cut('#ffffff', stud + hanging)
  expect(at(product, 170, 330).alpha).toBe(1)
  expect(at(product, 230, 330).alpha).toBe(1)
})

/** A bangle of silver that mirrors its ground in soft stripes from one level to another. */
function bangle(light: string, dark: string): string {
  return `<linearGradient id="m" x2=".12" spreadMethod="reflect"><stop stop-color="${light}"/>
    <stop offset="1" stop-color="${dark}"/></linearGradient>
    <circle cx="200" cy="200" r="120" fill="none" stroke="url(#m)" stroke-width="44"/>`
}

test('silver that mirrors its white ground is refused in words, and darker silver is cut out', async () => {
  await expect(cut('#ffffff', bangle('#ffffff', '#dadadc'))).rejects.toThrow(/as light as/)
  const darker = await cut('#ffffff', bangle('#c4c7cb', '#8d9196'))
  expect(at(darker, 200, 80).alpha).toBe(1)
})

test('a silver band that was cut off where it mirrors white is refused, and one that is whole is not', async () => {
  const band = (
    upper: string,
  ): string => `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${upper}"/>
    <stop offset=".3" stop-color="#b5b8bc"/><stop offset=".45" stop-color="${upper}"/>
    <stop offset=".6" stop-color="#6a6d70"/><stop offset="1" stop-color="#9a9da0"/></linearGradient>
    <ellipse cx="200" cy="200" rx="150" ry="88" fill="none" stroke="#8a8d90" stroke-width="30"/>
    <ellipse cx="200" cy="200" rx="150" ry="88" fill="none" stroke="url(#s)" stroke-width="26"/>`
  await expect(cut('#ffffff', band('#ffffff'))).rejects.toThrow(/as light as/)
  expect(at(await cut('#ffffff', band('#c9cbce')), 200, 112).alpha).toBe(1)
})

test.each(['#d0a040', '#b0b0b0'])(
  'white enamel between edges of %s is no opening',
  async (edge) => {
    const ring = (stroke: string, wide: number): string =>
      `<circle cx="200" cy="200" r="120" fill="none" stroke="${stroke}" stroke-width="${wide}"/>`
    const product = await cut('#ffffff', ring(edge, 54) + ring('#f8f8f5', 46))
    expect(at(product, 200, 80).alpha).toBe(1)
    expect(at(product, 320, 200).alpha).toBe(1)
    expect(at(product, 200, 200).alpha).toBe(0)
  },
)
