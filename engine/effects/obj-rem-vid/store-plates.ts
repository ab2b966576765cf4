import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Box } from '../../geometry/box.ts'
import type { Plate } from './collect-plates.ts'
import type { UsedPlate } from './fill-frame.ts'
import type { FramePlan } from './plate-plan.ts'
import { PLATES_KEPT } from './tuning.ts'

/** Plates in files, because those of a long video are too many for memory. */
export type PlateStore = {
  put(nth: number, plate: Plate): Promise<void>
  get(nth: number): Promise<Plate | undefined>
}

/** Where plates are taken from. */
export type PlateSource = { get(nth: number): Plate | undefined | Promise<Plate | undefined> }

/** The plates that a frame is filled from. */
export async function usedPlates(
  plan: FramePlan | undefined,
  plates: PlateSource,
): Promise<UsedPlate[]> {
  const used: UsedPlate[] = []
  for (const { plate: nth, share, map } of plan ?? []) {
    const plate = await plates.get(nth)
    if (plate) used.push({ plate, share, map })
  }
  return used
}

export function storePlates(folder: string): PlateStore {
  const boxes = new Map<number, Box>()
  const kept = new Map<number, Plate>()
  const path = (nth: number): string => join(folder, `plate-${nth}`)
  const keep = (nth: number, plate: Plate): void => {
    kept.delete(nth)
    kept.set(nth, plate)
    const [oldest] = kept.keys()
    if (kept.size > PLATES_KEPT) kept.delete(oldest!)
  }
  return {
    put: async (nth, plate) => {
      const { y, u, v } = plate.planes
      await writeFile(path(nth), Buffer.concat([y, u, v, plate.known]))
      boxes.set(nth, plate.box)
      keep(nth, plate)
    },
    get: async (nth) => {
      const box = boxes.get(nth)
      if (!box) return undefined
      const plate = kept.get(nth) ?? open(await readFile(path(nth)), box)
      keep(nth, plate)
      return plate
    },
  }
}

function open(bytes: Uint8Array, box: Box): Plate {
  const luma = box.width * box.height
  const chroma = luma / 4
  const cut = (from: number, count: number): Uint8Array => bytes.subarray(from, from + count)
  return {
    box,
    planes: { y: cut(0, luma), u: cut(luma, chroma), v: cut(luma + chroma, chroma) },
    known: cut(luma + 2 * chroma, luma),
  }
}
