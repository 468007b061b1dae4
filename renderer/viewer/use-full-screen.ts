import { useEffect, useSyncExternalStore } from 'react'

export type FullScreen = { readonly isFull: boolean; readonly toggle: () => void; readonly leave: () => void }

/** Nothing but what is looked at, over the whole screen. The whole page goes there, so that notices and menus are seen too. */
export function useFullScreen(): FullScreen {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  // Another view is not looked at like this.
  useEffect(() => leave, [])
  return { isFull, toggle: () => (document.fullscreenElement === null ? enter() : leave()), leave }
}

function enter(): void {
  // A system that does not let it happen leaves everything as it is.
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined)
}

function leave(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen()
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
