import { useEffect, useRef, useState, type RefObject } from 'react'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { loadMaskBase } from './mask-canvas.ts'
import type { MaskHistory, MaskStep } from './mask-steps.ts'
import { addMaskStep, defaultBrushSize, emptyMaskHistory, maxBrushSize, nextBrushSize, redoMaskStep, undoMaskStep } from './mask-steps.ts'

export type MaskTool = 'brush' | 'eraser' | 'box'

export type MaskEditor = {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  /** The image or video beneath. */
  readonly under: InspectedMedia
  /** Size of the image beneath, in pixels. 1 if it is unknown. */
  readonly width: number
  readonly height: number
  /** Existing mask under the painted steps. Null for a new mask, and until it is loaded. */
  readonly ground: HTMLCanvasElement | null
  readonly history: MaskHistory
  readonly tool: MaskTool
  /** Diameter in image pixels. */
  readonly brush: number
  readonly setTool: (tool: MaskTool) => void
  readonly setBrush: (brush: number) => void
  /** Changes the brush to the next size and announces it. */
  readonly resizeBrush: (direction: 1 | -1) => void
  readonly add: (step: MaskStep) => void
  readonly undo: () => void
  readonly redo: () => void
}

/** Unfinished masks by the preview URL of the image beneath. Kept so that closing the painter doesn't discard them. */
const unfinishedMasks = new Map<string, MaskHistory>()

export function forgetUnfinishedMask(under: InspectedMedia): void {
  unfinishedMasks.delete(under.previewUrl)
}

/** State of a mask being painted over `under`. `before` is an existing mask to edit. Null for a new mask. */
export function useMaskEditor(under: InspectedMedia, before: InspectedMedia | null): MaskEditor {
  const announce = useAnnounce()
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = under.facts.width ?? 1
  const height = under.facts.height ?? 1
  const [ground, setGround] = useState<HTMLCanvasElement | null>(null)
  const [history, setHistory] = useState<MaskHistory>(() => unfinishedMasks.get(under.previewUrl) ?? emptyMaskHistory)
  const [tool, setTool] = useState<MaskTool>('brush')
  const [brush, setBrush] = useState(() => defaultBrushSize(width, height))

  useEffect(() => {
    let isStale = false
    if (before === null) return
    void loadMaskBase(before.previewUrl, width, height).then((found) => {
      if (!isStale) setGround(found)
    })
    return () => {
      isStale = true
    }
  }, [before, width, height])
  useEffect(() => {
    unfinishedMasks.set(under.previewUrl, history)
  }, [under.previewUrl, history])

  return {
    canvas,
    under,
    width,
    height,
    ground,
    history,
    tool,
    brush,
    setTool,
    setBrush,
    resizeBrush: (direction) => {
      const next = nextBrushSize(brush, direction, maxBrushSize(width, height))
      setBrush(next)
      announce(say('Brush size: {next, plural, one {# pixel} other {# pixels}}', { next }))
    },
    add: (step) => setHistory((now) => addMaskStep(now, step)),
    undo: () => {
      if (history.steps.length === 0) return
      setHistory(undoMaskStep)
      announce(say('Undone.'))
    },
    redo: () => {
      if (history.undone.length === 0) return
      setHistory(redoMaskStep)
      announce(say('Redone.'))
    }
  }
}
