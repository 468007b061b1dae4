import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Playback, PlaybackState } from './playback.ts'
import { createPlayback } from './playback.ts'

export type Player = Omit<Playback, 'attach' | 'state' | 'subscribe' | 'setOnEnded'> &
  PlaybackState & {
    /** `place` is the index of an element among the elements in sync. */
    readonly attach: (place: number) => (element: HTMLMediaElement | null) => void
  }

/** A player that exists as long as its stage. If `onEnded` is set, playback starts automatically, runs once and calls it at the end. */
export function usePlayer(onEnded: (() => void) | null): Player {
  const [playback] = useState(createPlayback)
  // Stable functions, because a changed ref would remove its element and set it again.
  const [refs] = useState(() => [0, 1, 2, 3].map((place) => (element: HTMLMediaElement | null) => playback.attach(place, element)))
  const state = useSyncExternalStore(playback.subscribe, playback.state)
  useEffect(() => playback.setOnEnded(onEnded), [playback, onEnded])
  return { ...playback, ...state, attach: (place) => refs[place] ?? ignore }
}

/** Used for a fifth element, which never exists, because at most four are played in sync. */
function ignore(): void {}
