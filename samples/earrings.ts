import { GOLD, gem, pearl, plate, ROSE, SILVER, wire } from './metal.ts'
import type { ProductArt } from './product-art.ts'
import { ellipse } from './svg.ts'

/** A blue stone in four claws. */
export const stud: ProductArt = {
  name: 'stud',
  width: 120,
  height: 120,
  markup:
    ellipse([60, 60], 44, 44, SILVER.dark) +
    ellipse([60, 60], 42, 42, SILVER.body) +
    ellipse([58, 58], 39, 39, SILVER.deep) +
    gem(60, 60, 37, '#2f5fb3') +
    [
      [33, 33],
      [87, 33],
      [33, 87],
      [87, 87],
    ]
      .map(
        ([x, y]) =>
          ellipse([x!, y!], 8, 8, SILVER.dark) +
          ellipse([x!, y!], 6.6, 6.6, SILVER.deep) +
          ellipse([x! - 1, y! - 1], 5, 5, SILVER.body) +
          ellipse([x! - 1.5, y! - 1.5], 2.4, 2.4, '#ffffff'),
      )
      .join(''),
  anchors: [{ x: 60, y: 60 }],
  centimetres: 0.8,
}

/** A hook, a bead, and a drop of red glass in gold. */
export const drop: ProductArt = {
  name: 'drop',
  width: 130,
  height: 330,
  markup:
    wire('M65 78C64 50 62 22 76 18C92 14 98 34 96 56', 6, GOLD) +
    pearl(65, 92, 15) +
    wire('M65 106L65 128', 5, GOLD) +
    plate(
      'M65 122C84 160 112 200 112 244C112 280 92 304 65 304C38 304 18 280 18 244C18 200 46 160 65 122Z',
      GOLD,
      'drop-plate',
    ) +
    gem(65, 244, 40, '#a3203c'),
  anchors: [{ x: 76, y: 18 }],
  centimetres: 4,
}

/** A ring that hangs from its upper edge. */
export const hoop: ProductArt = {
  name: 'hoop',
  width: 260,
  height: 260,
  markup: wire('M130 20A110 110 0 1 1 129.9 20Z', 15, ROSE),
  anchors: [{ x: 130, y: 20 }],
  centimetres: 3.2,
}

export const EARRINGS = [stud, drop, hoop]
