import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { TILE_SIDE, type TilesAnswer } from '../../../../catalog/console/pictures.ts'
import type { Size } from '../../../../engine/geometry/size.ts'
import { previewOf } from '../../pictures/preload-picture.ts'
import { onScreen, type Place, tilesInSight, type View } from './view.ts'

/** The longer side of a preview for a screen, in pixels. */
const PREVIEW = 2048

type Props = {
  job: string
  which: string
  facts: TilesAnswer
  /** Where it lies, in pixels of the source. */
  place: Place
  view: View
  frame: Size
}

/** One picture in the frame: its preview, and above it the file itself or its tiles once these show more. */
export function PictureLayer({ job, which, facts, place, view, frame }: Props) {
  const shown = onScreen(place, view, frame)
  const screenScale = (shown.width / facts.width) * devicePixelRatio
  const preview = Math.min(1, PREVIEW / Math.max(facts.width, facts.height))
  const fine = screenScale > preview
  const sharp = screenScale >= 2 ? 'is-pixels' : ''
  return (
    <>
      <img
        class={sharp}
        src={previewOf(job, which)}
        alt=""
        draggable={false}
        style={boxOf(shown)}
      />
      {fine && facts.levels.length === 0 && preview < 1 && (
        <img
          class={sharp}
          src={`/console/api/files/${job}/${which}`}
          alt=""
          draggable={false}
          style={boxOf(shown)}
        />
      )}
      {fine && facts.url !== undefined && facts.levels.length > 0 && (
        <Tiles
          url={facts.url}
          facts={facts}
          shown={shown}
          frame={frame}
          sharp={sharp}
          screenScale={screenScale}
        />
      )}
    </>
  )
}

function boxOf({ left, top, width, height }: Place) {
  return {
    width: `${width}px`,
    height: `${height}px`,
    transform: `translate(${left}px, ${top}px)`,
  }
}

type TilesProps = {
  url: string
  facts: TilesAnswer
  shown: Place
  frame: Size
  sharp: string
  screenScale: number
}

function Tiles({ url, facts, shown, frame, sharp, screenScale }: TilesProps) {
  const scale = shown.width / facts.width
  const seen = {
    left: Math.max(0, -shown.left / scale),
    top: Math.max(0, -shown.top / scale),
    width: frame.width / scale,
    height: frame.height / scale,
  }
  const { level, tiles } = tilesInSight(facts.levels, TILE_SIDE, seen, screenScale)
  return (
    <>
      {tiles.map(({ nth, place }) => {
        const range = facts.levels[level]?.tiles[nth]
        return (
          range && (
            <Tile
              key={`${level}/${nth}`}
              url={url}
              range={range}
              sharp={sharp}
              box={{
                left: shown.left + place.left * scale,
                top: shown.top + place.top * scale,
                width: place.width * scale,
                height: place.height * scale,
              }}
            />
          )
        )
      })}
    </>
  )
}

type TileProps = { url: string; range: readonly [number, number]; sharp: string; box: Place }

function Tile({ url, range: [at, length], sharp, box }: TileProps) {
  const src = useSignal('')
  useEffect(() => {
    const gone = new AbortController()
    const load = async (): Promise<void> => {
      const answer = await fetch(url, {
        headers: { range: `bytes=${at}-${at + length - 1}` },
        signal: gone.signal,
      })
      if (answer.status !== 206) return
      const bytes = await answer.arrayBuffer()
      if (!gone.signal.aborted) {
        src.value = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
      }
    }
    // What lies below is seen meanwhile, and where a tile does not come.
    load().catch(() => {})
    return () => {
      gone.abort()
      if (src.value !== '') URL.revokeObjectURL(src.value)
    }
  }, [])
  return src.value === '' ? null : (
    <img class={sharp} src={src.value} alt="" draggable={false} style={boxOf(box)} />
  )
}
