import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import type { ModelScene } from '../ui/model-scene.ts'
import { fileExists } from './file-exists.ts'

/** A model file. `onMissing` is called if the file is missing. `onCannot` is called with the reason if the model can't be drawn. */
export type ModelSource = {
  readonly itemId: string
  readonly src: string
  readonly onMissing: () => void
  readonly onCannot: (why: string) => void
}

/** Opens a model on a canvas and returns its scene. Null until the model is drawn. */
export function useModelScene(
  canvas: RefObject<HTMLCanvasElement | null>,
  { itemId, src, onMissing, onCannot }: ModelSource
): ModelScene | null {
  const [scene, setScene] = useState<ModelScene | null>(null)
  const missing = useEffectEvent(onMissing)
  const cannot = useEffectEvent(onCannot)

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    let isGone = false
    let opened: ModelScene | null = null
    async function open(): Promise<void> {
      try {
        const { openModelScene } = await import('../ui/model-scene.ts')
        if (isGone || element === null) return
        opened = await openModelScene(element, src, () => cannot(say('The graphics driver stopped responding.')))
        if (isGone) opened.dispose()
        else {
          setScene(opened)
          void keepPoster(itemId, opened)
        }
      } catch (error) {
        if (isGone) return
        const isThere = await fileExists(src)
        if (isGone) return
        if (!isThere) missing()
        else cannot(error instanceof Error ? error.message : String(error))
      }
    }
    void open()
    return () => {
      isGone = true
      opened?.dispose()
    }
  }, [canvas, src, itemId])
  return scene
}

const kept = new Set<string>()

/** Saves the model's first view as its poster image in the library. */
async function keepPoster(itemId: string, scene: ModelScene): Promise<void> {
  if (kept.has(itemId)) return
  const picture = await scene.snapshot()
  // If the snapshot or saving fails, Kiln tries again the next time that the model is viewed.
  if (picture === null) return
  const { ok } = await request('library.keepPoster', { id: itemId, bytes: new Uint8Array(await picture.arrayBuffer()) })
  if (ok) kept.add(itemId)
}
