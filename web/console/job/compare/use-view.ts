import { type Signal, useSignal } from '@preact/signals'
import type { Size } from '../../../../engine/geometry/size.ts'
import { bounded, fitted, type Place, type View, zoomed } from './view.ts'

/** How pictures of a size are looked at in a frame, and what changes that. */
export type Looking = {
  view: View
  isFit: boolean
  /** @param point in screen pixels from the middle of the frame, which stays where it is */
  zoom(factor: number, point?: { x: number; y: number }): void
  zoomTo(scale: number): void
  /** One pixel of the picture is one of the screen's. */
  zoomToPixels(): void
  /** In screen pixels. */
  pan(x: number, y: number): void
  showAll(): void
}

/** A factor above the smallest scale that still counts as all of it. */
const ALMOST_FIT = 1.001

/** The view of `whole` in a frame: all of it, until somebody zooms in. */
export function useView(whole: Place, frame: Size): Looking {
  const moved: Signal<View | undefined> = useSignal<View | undefined>(undefined)
  const all = fitted(whole, frame)
  const view = moved.value ? bounded(moved.value, whole, frame) : all
  const isFit = moved.value === undefined
  const zoom = (factor: number, point = { x: 0, y: 0 }): void => {
    const next = zoomed(view, factor, point, { whole, frame })
    moved.value = next.scale <= all.scale * ALMOST_FIT ? undefined : next
  }
  const zoomTo = (scale: number): void => zoom(scale / view.scale)
  return {
    view,
    isFit,
    zoom,
    zoomTo,
    zoomToPixels: () => zoomTo(1 / devicePixelRatio),
    pan: (x, y) => {
      if (isFit) return
      const next = { ...view, x: view.x + x / view.scale, y: view.y + y / view.scale }
      moved.value = bounded(next, whole, frame)
    },
    showAll: () => {
      moved.value = undefined
    },
  }
}
