import { useEffect, useSyncExternalStore } from 'react'

export type FullScreen = { readonly isFull: boolean; readonly toggle: () => void; readonly leave: () => void }

/** Turns full screen on and off. The whole page enters full screen, so that toasts and menus are visible too. */
export function useFullScreen(): FullScreen {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  // Exits full screen when the user leaves the viewer.
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
