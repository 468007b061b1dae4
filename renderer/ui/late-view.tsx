import type { ComponentType } from 'react'
import { lazy, useEffect, useState } from 'react'

export type LateView<Props extends object> = ComponentType<Props> & {
  /** Reads its code, once; rejects when that can't be had. */
  readonly read: () => Promise<void>
  readonly isRead: () => boolean
}

/**
 * A component whose code is read apart. As with `lazy` it suspends where it is drawn before that. Once its code is there it is drawn at once: what
 * has suspended, were it for a moment, React shows 300 ms after the fallback at the earliest.
 */
export function lateView<Props extends object>(load: () => Promise<ComponentType<Props>>): LateView<Props> {
  let loaded: ComponentType<Props> | null = null
  async function loadOnce(): Promise<ComponentType<Props>> {
    loaded ??= await load()
    return loaded
  }
  // React keeps a code that could not be had as gone for good: to draw it again is to ask again.
  let suspending: ComponentType<Props> | null = null
  function late(): ComponentType<Props> {
    suspending ??= lazy(async () => {
      try {
        return { default: await loadOnce() }
      } catch (error) {
        suspending = null
        throw error
      }
    })
    return suspending
  }
  function Late(props: Props) {
    // The same for as long as it is drawn, so that nothing in it is lost.
    const [View] = useState<ComponentType<Props>>(() => loaded ?? late())
    return <View {...props} />
  }
  return Object.assign(Late, {
    read: async () => {
      await loadOnce()
    },
    isRead: () => loaded !== null
  })
}

/** Reads the code of a view once it is wanted; true when it can be drawn without a fallback. What could not be read is told where it is drawn. */
export function useIsRead(view: Pick<LateView<never>, 'read' | 'isRead'>, isWanted: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const end = (): void => setIsOver(true)
    view.read().then(end, end)
  }, [view, isWanted])
  return isOver || view.isRead()
}
