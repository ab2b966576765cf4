import type { FileRole } from '../../catalog/feature.ts'
import type { OpenedPicture } from '../media/open-picture.ts'
import type { Vision } from '../vision/vision.ts'

/** What a performer works with; nothing in it is decoded or loaded before it is asked for. */
export type Job = {
  /** Checked against the catalogue, defaults filled in. */
  parameters: Record<string, unknown>
  /** Opens an input file under its limits; throws the Fault that names the broken one. */
  picture(role: FileRole): Promise<OpenedPicture>
  /** The models, loaded at the first call and shared by all jobs. */
  vision(): Promise<Vision>
  /** To be awaited between steps: lets other work run, and throws Fault `runtime` once the job is to stop. */
  checkpoint(): Promise<void>
}

/** The file an effect made. */
type Output = {
  bytes: Uint8Array
  contentType: string
  /** Without a dot. */
  extension: string
}

/** `results` as they stand on the wire, without URLs; times in milliseconds. */
export type Performed = { results: Record<string, unknown>; output?: Output }

/** How one feature is carried out, by stage; `pre-process` is absent where the catalogue has none. */
export type Performer = {
  'pre-process'?: (job: Job) => Promise<Performed>
  effect: (job: Job) => Promise<Performed>
}
