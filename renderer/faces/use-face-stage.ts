import { useEffect, useEffectEvent, useState } from 'react'
import type { FacePreview, FaceSelectionData } from '../../shared/task/faces.ts'
import { useStageViewport, type StageViewport } from '../zoom/use-stage-viewport.ts'
import type { Extent, Point } from '../zoom/zoom.ts'
import type { FacePickState } from './face-pick-state.ts'

export type FaceStageState = {
  /** Index of the shown preview. */
  readonly shown: number
  /** Null if the service sent no preview. */
  readonly preview: FacePreview | null
  /** Size of the shown preview in pixels. Null until it is loaded. */
  readonly size: Extent | null
  /** Zoom steps keep the current face visible. */
  readonly viewport: StageViewport
  readonly show: (index: number) => void
  readonly onLoad: (url: string, size: Extent) => void
  /** Pans to a face if the preview is zoomed and contains that face. */
  readonly reveal: (faceId: string) => void
}

/** The shown preview with its zoom. Selecting a face in another preview shows that preview. Selecting a hidden face pans to it. */
export function useFaceStage({ faces, previews }: FaceSelectionData, picks: FacePickState): FaceStageState {
  const { current } = picks
  const [chosen, setChosen] = useState(0)
  const [sizes, setSizes] = useState<ReadonlyMap<string, Extent>>(() => new Map())
  const [ledBy, setLedBy] = useState(current)
  if (ledBy !== current) {
    setLedBy(current)
    const face = faces.find(({ id }) => id === current)
    if (face?.preview !== null && face?.preview !== undefined) setChosen(face.preview)
  }
  const shown = previews[chosen] === undefined ? 0 : chosen
  const preview = previews[shown] ?? null
  const size = preview === null ? null : (sizes.get(preview.url) ?? null)
  const viewport = useStageViewport({ frame: size, subject: preview?.url ?? '' })

  /** Returns the centre of a face in pixels of the preview. Null if the preview doesn’t show that face, or isn’t loaded. */
  function centreOf(faceId: string | null): Point | null {
    const box = faces.find(({ id, preview: own }) => id === faceId && (own ?? 0) === shown)?.box ?? null
    return box === null || size === null ? null : { x: (box.x + box.width / 2) * size.width, y: (box.y + box.height / 2) * size.height }
  }
  function reveal(faceId: string | null): void {
    const centre = centreOf(faceId)
    if (centre !== null && viewport.view?.isFitted === false) viewport.reveal(centre)
  }
  const revealSelected = useEffectEvent(reveal)
  useEffect(() => revealSelected(current), [current])

  return {
    shown,
    preview,
    size,
    viewport: { ...viewport, step: (direction) => viewport.step(direction, centreOf(current)) },
    show: setChosen,
    onLoad: (url, loaded) => setSizes((before) => new Map(before).set(url, loaded)),
    reveal
  }
}
