import { useEffect, useRef, useState, type RefObject } from 'react'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { useStageViewport, type StageViewport } from '../../zoom/use-stage-viewport.ts'
import type { MaskBase } from './mask-canvas.ts'
import { loadMaskBase } from './mask-canvas.ts'
import type { MaskHistory, MaskStep } from './mask-steps.ts'
import { addMaskStep, brushSizes, emptyMaskHistory, isSoftMask, nextBrushSize, redoMaskStep, undoMaskStep } from './mask-steps.ts'

export type MaskTool = 'brush' | 'box' | 'lasso'

export type MaskEditor = {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly viewport: StageViewport
  /** The image or video beneath the mask. */
  readonly under: InspectedMedia
  /** Size of the image beneath, in pixels. 1 if it is unknown. */
  readonly width: number
  readonly height: number
  /** Existing mask under the painted steps. Null for a new mask, and until it is loaded. */
  readonly ground: HTMLCanvasElement | null
  /** True if the mask has a gradient. */
  readonly isSoft: boolean
  readonly history: MaskHistory
  readonly tool: MaskTool
  /** True if the tools remove paint. */
  readonly isErasing: boolean
  /** Diameter in CSS pixels, at any zoom. */
  readonly brush: number
  /** Diameter in image pixels, at the current zoom. */
  readonly brushInImage: number
  readonly setTool: (tool: MaskTool) => void
  readonly setErasing: (isErasing: boolean) => void
  readonly setBrush: (brush: number) => void
  /** Changes the brush to the next size and announces it. */
  readonly resizeBrush: (direction: 1 | -1) => void
  /** Adds a step and announces `text`. */
  readonly add: (step: MaskStep, text?: string) => void
  readonly undo: () => void
  readonly redo: () => void
}

/** Unfinished masks by the preview URL of the image beneath. Kept so that closing the painter doesn't discard them. */
const unfinishedMasks = new Map<string, MaskHistory>()

export function discardUnfinishedMask(under: InspectedMedia): void {
  unfinishedMasks.delete(under.previewUrl)
}

/** State of a mask being painted over `under`. `before` is an existing mask to edit. Null for a new mask. */
export function useMaskEditor(under: InspectedMedia, before: InspectedMedia | null): MaskEditor {
  const announce = useAnnounce()
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = under.facts.width ?? 1
  const height = under.facts.height ?? 1
  const viewport = useStageViewport({ frame: { width, height }, subject: under.previewUrl })
  const [base, setBase] = useState<MaskBase | null>(null)
  const [history, setHistory] = useState<MaskHistory>(() => unfinishedMasks.get(under.previewUrl) ?? emptyMaskHistory)
  const [tool, setTool] = useState<MaskTool>('brush')
  const [isErasing, setErasing] = useState(false)
  const [brush, setBrush] = useState<number>(brushSizes.standard)

  useEffect(() => {
    let isStale = false
    if (before === null) return
    void loadMaskBase(before.previewUrl, width, height).then((found) => {
      if (!isStale) setBase(found)
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
    viewport,
    under,
    width,
    height,
    ground: base?.canvas ?? null,
    isSoft: isSoftMask(history.steps, base?.isSoft ?? false),
    history,
    tool,
    isErasing,
    brush,
    brushInImage: Math.max(1, brush / (viewport.view?.scale ?? 1)),
    setTool,
    setErasing,
    setBrush,
    resizeBrush: (direction) => {
      const next = nextBrushSize(brush, direction)
      setBrush(next)
      announce(say('Brush size: {next, plural, one {# pixel} other {# pixels}}', { next }))
    },
    add: (step, text) => {
      setHistory((now) => addMaskStep(now, step))
      if (text !== undefined) announce(text)
    },
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
