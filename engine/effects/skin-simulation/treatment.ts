import type { Canvas, Tone } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'

/** A face under treatment: `tone` is what it looks like by now, the canvas keeps how it came. */
export type Patient = { canvas: Canvas; masks: SkinMasks; tone: Tone }

/** Improves one concern by `intensity`, 0–1, in place. Twice the intensity is twice the change. */
export type Treatment = (patient: Patient, intensity: number) => void
