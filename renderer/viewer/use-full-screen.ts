import { useEffect, useSyncExternalStore } from 'react'

export type FullScreen = { readonly isFull: boolean; readonly toggle: () => void; readonly leave: () => void }

/** Shows only the viewed result, in full screen. The whole page enters full screen, so that toasts and menus are visible too. */
export function useFullScreen(): FullScreen {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  // Leaving the viewer leaves full screen.
  useEffect(() => leave, [])
  return { isFull, toggle: () => (document.fullscreenElement === null ? enter() : leave()), leave }
}

function enter(): void {
  // If the system rejects the request, nothing changes.
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined)
}

function leave(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen()
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
