import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findChainEnds } from '../../../../engine/effects/2d-vto-necklace/necklace-shape.ts'
import { productNamed } from '../../../../samples/all-products.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { cutOut } from '../../jewellery/cut-out.ts'

const MARGIN = 40

test('finds the ends of each drawn chain, and none in a stud', async () => {
  for (const name of ['medallion', 'linked', 'pearls']) {
    const art = productNamed(name)
    const product = await cutOut(await drawProduct(art, { scale: 1, margin: MARGIN }))
    const ends = findChainEnds(product, 0)
    for (const [n, end] of [ends.left, ends.right].entries()) {
      const x = product.left + end.x * product.scale - MARGIN
      const y = product.top + end.y * product.scale - MARGIN
      const { x: u, y: v } = art.anchors[n]!
      expect(Math.hypot(x - u, y - v) / art.width, name).toBeLessThan(0.04)
    }
  }
  const stud = await cutOut(await drawProduct(productNamed('stud')))
  expect(() => findChainEnds(stud, 3)).toThrow(/in reference 3/)
})

test('a closed chain ends at its widest places', async () => {
  const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="360"><rect width="300" height="360"
    fill="#fff"/><ellipse cx="150" cy="170" rx="100" ry="130" fill="none" stroke="#a07020" stroke-width="9"/></svg>`
  const product = await cutOut(await sharp(Buffer.from(ring)).removeAlpha().png().toBuffer())
  const { left, right, isClosed } = findChainEnds(product, 0)
  expect(isClosed).toBe(true)
  expect(Math.abs(right.x - left.x - 191)).toBeLessThan(6)
  expect(Math.abs(left.y + product.top - 170)).toBeLessThan(25)
})
