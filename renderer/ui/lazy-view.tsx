import type { ComponentType } from 'react'
import { lazy, useEffect, useState } from 'react'

export type LazyView<Props extends object> = ComponentType<Props> & {
  /** Loads the code once. Rejects if it can't be loaded. */
  readonly load: () => Promise<void>
  readonly isLoaded: () => boolean
}

/**
 * A component whose code is loaded separately. Like `lazy`, it suspends until the code is loaded. Unlike `lazy`, it renders loaded code
 * without suspending. This avoids a delay, because React keeps a fallback visible for at least 300 ms.
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyView<Props> {
  let loaded: ComponentType<Props> | null = null
  async function loadOnce(): Promise<ComponentType<Props>> {
    loaded ??= await load()
    return loaded
  }
  // React's `lazy` never retries a failed load. A retry therefore needs a new `lazy` component.
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
    // The component stays the same while mounted, so that it keeps its state.
    const [View] = useState<ComponentType<Props>>(() => loaded ?? late())
    return <View {...props} />
  }
  return Object.assign(Late, {
    load: async () => {
      await loadOnce()
    },
    isLoaded: () => loaded !== null
  })
}

/**
 * Loads a view's code when `isWanted` is true. Returns true when loading has ended, so that the view can render without a fallback. Loading
 * also ends with a failure, which the view itself reports.
 */
export function useLoadView(view: Pick<LazyView<never>, 'load' | 'isLoaded'>, isWanted: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const end = (): void => setIsOver(true)
    view.load().then(end, end)
  }, [view, isWanted])
  return isOver || view.isLoaded()
}
