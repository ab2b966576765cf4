import type { Canvas, Frame, Tone } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'

/** A face under treatment: `tone` is what it looks like by now, the canvas keeps how it came. */
export type Patient = { canvas: Canvas; masks: SkinMasks; tone: Tone; fine?: Fine }

/**
 * What of a large face is finer than its canvas: by how many L* each place of a canvas of twice the size differs from
 * the smaller one, when the face came and by now. All else of a face, its colours first of all, is as well treated on
 * the small canvas alone.
 */
export type Fine = { frame: Frame; came: Float32Array; detail: Float32Array }

/** Improves one concern by `intensity`, 0–1, in place. Twice the intensity is twice the change. */
export type Treatment = (patient: Patient, intensity: number) => void
