import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../bundle/package-folder.ts'

/** A file that the module loads, as its npm package has it. */
type PackageFile = {
  package: string
  path: string
  /** The first byte that is not needed: what follows in the file are other models. */
  end?: number
}

/** The runtime for every browser with SIMD, and the networks of faces, hands and shoulders. */
const FILES: readonly PackageFile[] = [
  { package: '@litertjs/core', path: 'wasm/litert_wasm_compat_internal.wasm' },
  { package: '@mediapipe/face_detection', path: 'face_detection_full_range_sparse.tflite' },
  {
    package: '@mediapipe/face_mesh',
    path: 'face_mesh_solution_packed_assets.data',
    end: 2_495_952,
  },
  { package: '@mediapipe/hands', path: 'hands_solution_packed_assets.data', end: 2_341_291 },
  { package: '@mediapipe/hands', path: 'hand_landmark_full.tflite' },
  { package: '@mediapipe/pose', path: 'pose_landmark_full.tflite' },
]

/** The packages whose code or models the module carries, whose licences go with it. */
export const CARRIED_PACKAGES: readonly string[] = [
  ...new Set([...FILES.map((file) => file.package), '@litertjs/wasm-utils']),
]

/** A file of the module's folder of runtime and networks, by the last part of its name. */
export type Asset = { name: string; bytes: Buffer }

/** Reads what the module loads from the packages that are installed. */
export function readAssets(): Asset[] {
  return FILES.map(({ package: name, path, end }) => ({
    name: path.split('/').at(-1)!,
    bytes: readFileSync(join(packageFolder(name), path)).subarray(0, end),
  }))
}

/** The folder of the assets, named by their contents so that browsers may keep them for ever. */
export function assetFolder(assets: readonly Asset[]): string {
  const hash = createHash('sha256')
  for (const { name, bytes } of assets) hash.update(name).update(bytes)
  return `assets/${hash.digest('hex').slice(0, 12)}`
}
