import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PlaybackController, PlaybackState } from './playback-controller.ts'
import { createPlaybackController } from './playback-controller.ts'

export type Player = Omit<PlaybackController, 'attach' | 'state' | 'subscribe' | 'setOnEnded'> &
  PlaybackState & {
    /** Returns the ref callback for the element at index `place` among the synced elements. */
    readonly attach: (place: number) => (element: HTMLMediaElement | null) => void
  }

/**
 * Creates a player that exists as long as its stage. If `onEnded` is set, playback starts automatically and runs once. `onEnded` is called
 * at the end.
 */
export function usePlayer(onEnded: (() => void) | null): Player {
  const [playback] = useState(createPlaybackController)
  // The functions stay the same between renders. If a ref changed, React would detach and attach its element again.
  const [refs] = useState(() => [0, 1, 2, 3].map((place) => (element: HTMLMediaElement | null) => playback.attach(place, element)))
  const state = useSyncExternalStore(playback.subscribe, playback.state)
  useEffect(() => playback.setOnEnded(onEnded), [playback, onEnded])
  return { ...playback, ...state, attach: (place) => refs[place] ?? ignore }
}

/** Used for a fifth element, which never exists. At most four elements play in sync. */
function ignore(): void {}
